// Items → those alike together: groups in the order in which each is first met, items in theirs.

export function grouped<Item>(items: readonly Item[], key: (item: Item) => unknown): Item[][] {
  const groups = new Map<unknown, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups.values()];
}
