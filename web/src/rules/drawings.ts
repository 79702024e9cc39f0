/** The chains of the drawn examples; any edition's would do. */
export const CHAINS: Readonly<Record<string, { name: string; hex: string }>> = {
  T: { name: "Tower", hex: "#d9a520" },
  L: { name: "Luxor", hex: "#c8453c" },
  A: { name: "American", hex: "#2f5da8" },
  I: { name: "Imperial", hex: "#b0458f" },
  C: { name: "Continental", hex: "#3ba0b8" },
};
