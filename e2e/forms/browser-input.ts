/** The test page's controls, and what a hand or a script does with them. */
import type { Json } from '#lib/kernel/json/json.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export type BrowserInput = {
  type: (target: TextControl, text: string) => Promise<void>
  click: (target: HTMLElement) => Promise<void>
  /** Moves the focus away from `target`. */
  leave: (target: HTMLElement) => Promise<void>
  tick: () => Promise<unknown>
  currentValue: () => Json
}

/** Thrown for a part of the value without a control. */
export class NoInput extends Error {}

/** Returns the control at this path of the value, or an element that belongs to it. */
export function elementAt(pointer: string, suffix = ''): HTMLElement | null {
  return document.getElementById(`input${pointer}${suffix}`)
}

export function isCheckbox(control: Element | null): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}
