// biome-ignore format: a table reads in rows
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//,       'Edge'],
  [/OPR\/|Opera/,             'Opera'],
  [/SamsungBrowser\//,        'Samsung Internet'],
  [/Firefox\/|FxiOS\//,       'Firefox'],
  [/Chrome\/|CriOS\/|Chromium/, 'Chrome'],
  [/Safari\//,                'Safari'],
]

// biome-ignore format: a table reads in rows
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/,            'iPhone'],
  [/iPad/,              'iPad'],
  [/Android/,           'Android'],
  [/CrOS/,              'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Windows/,           'Windows'],
  [/Linux/,             'Linux'],
]

/** "Firefox on Windows", as the browser chooses to send it. */
export function deviceName(userAgent: string): string {
  const nameIn = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)]
  if (!browser && !system) return 'Unknown device'
  return system ? `${browser ?? 'Browser'} on ${system}` : browser!
}
