'use client'

/**
 * What a person enters into a form before its scripts have loaded, which takes seconds on a slow line.
 *
 * React takes over the elements that the server rendered without noticing what was typed into them: its state keeps the
 * value of the server, the next render overwrites the text, and a textarea with a default is overwritten at once. The
 * typed text is therefore read before React looks at the elements, and entered again once it has. Pressing the button
 * would load the page again, and pressing an example would do nothing; a few lines of script within the page note both
 * instead, and the example is chosen and the form is sent later.
 */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNonce } from '../browser/nonce-provider.tsx'
import { useIsHydrated } from '../browser/use-is-hydrated.ts'

const NOTE_SUBMISSION = `addEventListener('submit', (event) => {
  if (!('early' in event.target.dataset)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  event.target.dataset.sent = ''
}, true)
addEventListener('click', (event) => {
  const pressed = event.target.closest('form[data-early] button[type=button]')
  if (!pressed) return
  for (const button of pressed.form.elements) delete button.dataset.pressed
  pressed.dataset.pressed = ''
}, true)`

/** Marks a form that the server renders. Render it in the form, and give that `data-early` until it is hydrated. */
export function EarlySubmission() {
  const nonce = useNonce()
  const isHydrated = useIsHydrated()
  if (isHydrated) return null
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: NOTE_SUBMISSION }} />
  )
}

/** Shown beside the button from when it, or an example, is pressed until the form has loaded. */
export function EarlySubmissionNote() {
  const isHydrated = useIsHydrated()
  if (isHydrated) return null
  return (
    <span
      role="status"
      className="hidden text-muted-foreground text-sm [[data-sent]_&]:inline [form:has([data-pressed])_&]:inline"
    >
      Waiting for the form to load…
    </span>
  )
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The state of a control that differs from what the server rendered. */
type EarlyInput = { id: string; state: string | boolean }

/**
 * Keeps what was entered before hydration, and then presses the button that was pressed last, such as an example, and
 * sends a form that was sent. Calls `onReady` once. A draft that is restored there and an example fill the other fields
 * only, because the text is entered again after them.
 */
export function useEarlyInput(
  form: RefObject<HTMLFormElement | null>,
  formId: string,
  onReady: ((hasInput: boolean) => void) | undefined,
): void {
  const isHydrated = useIsHydrated()
  // Read during the first render: React changes the elements when it hydrates them, which is before any effect.
  const [beforeHydration] = useState(() => (isHydrated ? undefined : readEarlyInput(findForm(formId))))
  const latestOnReady = useRef(onReady)
  latestOnReady.current = onReady
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    // A key may be pressed between that render and now.
    const found = beforeHydration ? [...beforeHydration, ...readEarlyInput(form.current)] : []
    const inputs = new Map(found.map(({ id, state }) => [id, state]))
    // Updates cannot be flushed within an effect.
    queueMicrotask(() => {
      const pressed = form.current?.querySelector<HTMLButtonElement>('button[data-pressed]')
      const isSent = form.current?.dataset.sent !== undefined
      delete pressed?.dataset.pressed
      delete form.current?.dataset.sent
      flushSync(() => latestOnReady.current?.(inputs.size > 0))
      flushSync(() => pressed?.click())
      flushSync(() => {
        for (const [id, state] of inputs) enterAgain(id, state)
      })
      // An example may have replaced the form.
      if (isSent) findForm(formId)?.requestSubmit()
    })
  }, [])
}

function findForm(formId: string): HTMLFormElement | null {
  return typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLFormElement>(`#${CSS.escape(formId)}`)
}

function readEarlyInput(form: HTMLElement | null): EarlyInput[] {
  const controls = form?.querySelectorAll<Control>('input[id], textarea[id], select[id]') ?? []
  return [...controls].filter(hasChanged).map((control) => ({ id: control.id, state: stateOf(control) }))
}

function stateOf(control: Control): string | boolean {
  return isCheckbox(control) ? control.checked : control.value
}

function hasChanged(control: Control): boolean {
  if (isCheckbox(control)) return control.checked !== control.defaultChecked
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue
  const served = [...control.options].findIndex((option) => option.defaultSelected)
  // Without a selected option in the HTML, a browser shows the first one.
  return control.selectedIndex !== Math.max(0, served)
}

function isCheckbox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

/** Repeats an input with the events that React listens to. React ignores an event that leaves a control as it knows it. */
function enterAgain(id: string, state: EarlyInput['state']): void {
  const control = document.getElementById(id) as Control | null
  if (!control) return
  if (isCheckbox(control)) {
    control.checked = !state
    control.click()
    return
  }
  // The files that a person chose cannot be set, but they are still there.
  if (control.type === 'file') return void control.dispatchEvent(new Event('change', { bubbles: true }))
  const isFocused = document.activeElement === control && 'setSelectionRange' in control
  const caret = isFocused ? [control.selectionStart, control.selectionEnd] : undefined
  control.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, state)
  const kind = control instanceof HTMLSelectElement ? 'change' : 'input'
  control.dispatchEvent(new Event(kind, { bubbles: true }))
  // Only a caret that the type of the input knows may be set.
  if (isFocused && caret && caret[0] !== null) control.setSelectionRange(caret[0] ?? null, caret[1] ?? null)
}
