/** The browser's storage; undefined where there is none. Browsers that forbid it throw when it is merely named. */
export function browserStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window[name]
  } catch {
    return undefined
  }
}
