/** How long to wait, and how to wait no longer. */

/** Quick typing goes together; nobody notices that it takes this long. */
const GATHER_MS = 120

/** `hurry` ends the waiting: the page is about to go. */
export function waitALittle(): { gather: () => Promise<void>; hurry: () => void } {
  let wake = () => {}
  let isHurried = false
  return {
    gather: () =>
      new Promise((resolve) => {
        if (isHurried) return resolve()
        const timer = setTimeout(resolve, GATHER_MS)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    hurry() {
      isHurried = true
      wake()
      // A page can come back from where it was put away.
      isHurried = false
    },
  }
}

const FIRST_MS = 500
const LONGEST_MS = 8_000

/** Longer after each failure; at once when the browser says that it is online again. */
export function pauseAfter(failures: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)))
    window.addEventListener('online', done)
  })
}
