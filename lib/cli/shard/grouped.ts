// Items → groups of items with the same key, in order of first occurrence; items keep their order.

export function grouped<Item>(items: readonly Item[], key: (item: Item) => unknown): Item[][] {
  const groups = new Map<unknown, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}
