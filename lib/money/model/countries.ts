/** Countries and territories of ISO 3166-1, and Kosovo (XK), as the CLDR of this runtime names them. */

/** Regions that CLDR names but ISO 3166-1 does not list, such as the European Union and pseudo-locales. */
const OTHER_REGIONS = ['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** True for a code in upper case that is in use. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || OTHER_REGIONS.includes(code)) return false
  // A withdrawn code, such as DD, is not its own canonical form.
  return names.of(code) !== undefined && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`
}

export function countryName(code: string): string {
  return names.of(code) ?? code
}

/** Sorted by name. */
export function listCountries(): { code: string; name: string }[] {
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter(isCountry)
    .map((code) => ({ code, name: countryName(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}
