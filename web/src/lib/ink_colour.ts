/** Which ink can be read on a chain's colour. */

function channel(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

export function luminance(hex: string): number {
  const n = Number.parseInt(hex.slice(1), 16);
  return 0.2126 * channel(n >> 16) + 0.7152 * channel((n >> 8) & 255) + 0.0722 * channel(n & 255);
}

export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const DARK = "#17130d";
const LIGHT = "#ffffff";
const known = new Map<string, string>();

export function inkOn(hex: string): string {
  let ink = known.get(hex);
  if (!ink) {
    ink = contrast(hex, LIGHT) >= contrast(hex, DARK) ? LIGHT : DARK;
    known.set(hex, ink);
  }
  return ink;
}
