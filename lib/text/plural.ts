/** Formats a count with its noun: "1 run", "1,290 runs", "0 entries". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
