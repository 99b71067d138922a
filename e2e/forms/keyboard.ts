/** Operates a form with keys alone: Tab to each control, then what a person would type. Runs in the page. */
import { type BrowserInput, NoInput } from './browser-input.ts'

declare global {
  interface Window {
    /** Playwright's keyboard, exposed by `forms-keyboard.spec.ts`. */
    pressKey: (key: string) => Promise<void>
    typeText: (text: string) => Promise<void>
  }
}

const MAX_TABS = 400

export const KEYBOARD: Omit<BrowserInput, 'currentValue'> = {
  async type(target, text) {
    await reach(target)
    if (target instanceof HTMLSelectElement) return choose(target, text)
    if (target.type === 'date') return typeDate(text)
    await window.pressKey('Control+A')
    await (text === '' ? window.pressKey('Delete') : window.typeText(text))
  },
  async click(target) {
    await reach(target)
    await window.pressKey(target instanceof HTMLInputElement ? 'Space' : 'Enter')
  },
  leave: () => window.pressKey('Tab'),
  tick: () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
}

/** Throws if Tab and Shift+Tab do not lead to the control. */
async function reach(target: HTMLElement): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses++) {
    const { activeElement: active } = document
    if (active === target) return
    const isBefore = active && active !== document.body && isAfter(active, target)
    await window.pressKey(isBefore ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`The keyboard does not reach ${target.id || target.textContent}`)
}

function isAfter(active: Element, target: Element): boolean {
  return (active.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
}

async function choose({ id }: HTMLSelectElement, value: string): Promise<void> {
  const select = () => document.getElementById(id) as HTMLSelectElement
  for (let presses = 0; presses < MAX_TABS && select().value !== value; presses++) {
    const targetIndex = [...select().options].findIndex((option) => option.value === value)
    if (targetIndex < 0) throw new NoInput(`${id} has no option ${value}`)
    await window.pressKey(targetIndex > select().selectedIndex ? 'ArrowDown' : 'ArrowUp')
    await KEYBOARD.tick()
  }
}

/** Types the date in the order of American English, the browser's language. */
async function typeDate(text: string): Promise<void> {
  const [year = '', month = '', day = ''] = text.split('-')
  await window.typeText(`${month}${day}${year}`)
}
