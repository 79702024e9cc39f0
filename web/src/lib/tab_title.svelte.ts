/** What the browser's tab says: news first, which somebody in another tab should see, otherwise the page. */

export const tab: { page: string; news: string } = $state({ page: "mergemaker", news: "" });
