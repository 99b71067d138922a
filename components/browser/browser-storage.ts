/** Returns undefined where storage is unavailable and property access throws. */
export function browserStorage(name: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window[name]
  } catch {
    return undefined
  }
}
