/** Formats a count with its noun: "1 run", "1,290 runs", "0 entries". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

/** Formats a count that was not continued beyond `limit`: "1,000 runs", "more than 1,000 runs". */
export function pluralUpTo(limit: number, count: number, one: string, many = `${one}s`): string {
  return count > limit ? `more than ${plural(limit, one, many)}` : plural(count, one, many)
}
