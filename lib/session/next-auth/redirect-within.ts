/** Replaces next-auth's redirect rule, which throws (500) for an unparseable URL. */

/** Returns `wanted` if it is a URL of this site, as a path or in full; else the home page. */
export function redirectWithin(origin: string, wanted: unknown): string {
  const url = typeof wanted === 'string' && URL.canParse(wanted, origin) ? new URL(wanted, origin) : null
  return url?.origin === origin ? url.href : origin
}
