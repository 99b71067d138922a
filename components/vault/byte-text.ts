/** Sizes in words. Pure. */
const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** "1.4 MB": two digits are enough to compare. */
export function byteText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log(bytes || 1) / Math.log(1024))))
  const count = bytes / 1024 ** step
  return `${count < 10 && step > 0 ? Number(count.toFixed(1)) : Math.round(count)} ${UNITS[step]}`
}
