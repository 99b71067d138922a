export function formatInitials(name: string): string {
  const nameParts = name.trim().split(/\s+/)
  const ends = nameParts.length > 1 ? [nameParts[0]!, nameParts.at(-1)!] : [nameParts[0] ?? '']
  return ends
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
