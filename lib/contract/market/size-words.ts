/** "1 byte", "12 bytes", "512 KB", "1.5 GB": sizes as every page and sentence says them; a KB is 1,024 bytes. */
export function sizeWords(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const step = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${UNITS[step]}`
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']
