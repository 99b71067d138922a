/**
 * Which advice somebody does not want to see again, for one draft, in the browser's own storage.
 *
 * Where there is no storage it is remembered for as long as the page stands.
 */

// More than anybody would hide one by one; what was hidden first is shown again first.
const MOST = 500

export type HiddenAdvice = ReturnType<typeof hiddenAdvice>

type Store = Pick<Storage, 'getItem' | 'setItem'>

export function hiddenAdvice(name: string, store: Store | undefined) {
  let keys: readonly string[] = read(name, store)
  const listeners = new Set<() => void>()

  function change(next: readonly string[]) {
    keys = next.slice(-MOST)
    try {
      store?.setItem(name, JSON.stringify(keys))
    } catch {
      // Full: it stays hidden until the page is left.
    }
    for (const listener of listeners) listener()
  }

  return {
    get: () => keys,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hide: (key: string) => change([...keys.filter((each) => each !== key), key]),
    show: (shown: readonly string[]) => change(keys.filter((each) => !shown.includes(each))),
  }
}

function read(name: string, store: Store | undefined): string[] {
  try {
    const kept: unknown = JSON.parse(store?.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
