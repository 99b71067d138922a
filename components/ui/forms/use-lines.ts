import { type RefObject, useEffect, useRef, useState } from 'react'

type Lines = {
  id: string
  value: string
  /** The single-line input, while it is shown. */
  input: RefObject<HTMLInputElement | null>
  isEnabled?: boolean
  onText: (text: string) => void
}

/**
 * Turns an input into a text area for text of several lines, because an input drops or joins them silently. It never
 * turns back while it is edited.
 *
 * Returns whether to show the text area, and a function that shows it. Give both controls the same id.
 */
export function useLines({ id, value, input, isEnabled = true, onText }: Lines): [boolean, () => void] {
  const [isOpened, setOpened] = useState(false)
  const hadLines = useRef(false)
  hadLines.current ||= isOpened || /[\n\r]/.test(value)
  // The text area that replaces the input takes its focus.
  useEffect(() => {
    if (isOpened) document.getElementById(id)?.focus()
  }, [isOpened, id])

  const latest = useRef(onText)
  latest.current = onText
  const isInput = isEnabled && !hadLines.current
  useEffect(() => {
    const control = isInput ? input.current : null
    if (!control) return
    /** A paste, a drop, and text that a program or a keyboard inserts at once. */
    const insert = (event: Event, inserted: string | null | undefined) => {
      // A line break at the end alone comes with a copied line.
      if (!inserted || !/[\n\r]./.test(inserted)) return
      event.preventDefault()
      const { value: text, selectionStart, selectionEnd } = control
      const lines = inserted.replaceAll(/\r\n?/g, '\n')
      setOpened(true)
      latest.current(
        text.slice(0, selectionStart ?? text.length) + lines + text.slice(selectionEnd ?? text.length),
      )
    }
    const controller = new AbortController()
    const { signal } = controller
    control.addEventListener('paste', (event) => insert(event, event.clipboardData?.getData('text')), {
      signal,
    })
    control.addEventListener('drop', (event) => insert(event, event.dataTransfer?.getData('text')), {
      signal,
    })
    control.addEventListener('beforeinput', (event) => insert(event, event.data), { signal })
    return () => controller.abort()
  }, [isInput, input])
  return [hadLines.current, () => setOpened(true)]
}
