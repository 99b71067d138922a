// biome-ignore format: a table reads in rows
const SHAPES: readonly [RegExp, string][] = [
  [/\bgh_[\w-]{16,}/g,                                               'gh_[redacted]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi,                            '$1 [redacted]'],
  [/((?:__Secure-|__Host-)?next-auth\.session-token(?:\.\d+)?=)[^;\s"\\]+/g, '$1[redacted]'],
  // The password ends at the last @. Length limits keep matching linear.
  [/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:@/"'\\]{0,200}:)[^\s/"'\\]{1,500}@/gi, '$1[redacted]@'],
]

export function withoutKeys(text: string): string {
  return SHAPES.reduce((left, [shape, instead]) => left.replace(shape, instead), text)
}
