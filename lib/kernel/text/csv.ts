/**
 * Returns a line of CSV (RFC 4180). Puts an apostrophe before a text that spreadsheets would run as a formula; numbers
 * stay as they are.
 */
export function csvLine(cells: string[]): string {
  const written = cells.map((cell) => {
    const safe = /^[=+@\t\r-]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${written.join(',')}\r\n`
}
