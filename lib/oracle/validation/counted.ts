// A count and a name → the words: "1 pose", "1,200 poses".

export function counted(count: number, name: string): string {
  return `${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`;
}
