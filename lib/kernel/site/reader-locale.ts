/** The name of the browser's IANA time zone. */
export const ZONE_COOKIE = 'guildhall-zone'

/** Returns the first language of an Accept-Language header that Intl knows, by its weight; undefined if there is none. */
export function parseReaderLocale(header: string | null | undefined): string | undefined {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((entry) => {
      const [tag = '', ...options] = entry.trim().split(';')
      const weight = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean)
      return { tag, weight: Number(weight ?? 1) }
    })
    .toSorted((a, b) => b.weight - a.weight)
  return wanted.map(({ tag }) => knownLocale(tag)).find((locale) => locale !== undefined)
}

function knownLocale(tag: string): string | undefined {
  try {
    const [locale] = Intl.getCanonicalLocales(tag)
    return locale && Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0 ? locale : undefined
  } catch {
    return undefined
  }
}

/** Returns the zone if Intl knows it; undefined otherwise. */
export function parseReaderZone(text: string | undefined): string | undefined {
  if (!text || text.length > 64) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export function isApplePlatform(userAgent: string | null | undefined): boolean {
  return /Mac|iPhone|iPad/.test(userAgent ?? '')
}
