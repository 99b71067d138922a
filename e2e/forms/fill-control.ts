import type { ControlKind } from '#lib/contracts/forms/fields/control-kind.ts'
import { isFile, mergeFacts } from '#lib/contracts/forms/fields/field-facts.ts'
import type { FieldModel } from '#lib/contracts/forms/fields/field-model.ts'
import { labelFor } from '#lib/contracts/forms/fields/field-options.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { type BrowserInput, elementAt, isCheckbox, NoInput } from './browser-input.ts'

type Control = {
  fieldModel: FieldModel
  kind: ControlKind
  pointer: string
  hands: BrowserInput
}

export async function fillControl({ fieldModel, kind, pointer, hands }: Control, value: Json): Promise<void> {
  if (value === '') throw new NoInput(`${pointer} is an empty text`)
  const control = elementAt(pointer)
  if (kind === 'constant') {
    if (control instanceof HTMLSelectElement) {
      // Several options remain; a later choice narrows them to this one.
      const option = [...control.options].find((candidate) => candidate.text === labelFor(value))
      if (option) await hands.type(control, option.value)
      return
    }
    if (isCheckbox(control) && !control.checked) await hands.click(control)
    return
  }
  if (!control) throw new NoInput(`${pointer} (${kind}) has no control`)
  if (value === null && kind === 'null') {
    // The fieldset's clear button would belong to a nested field; an object becomes null only through the
    // JSON view.
    if (control instanceof HTMLFieldSetElement) throw new NoInput(`${pointer} cannot be set to null here`)
    const button = [...(control.closest('.grid')?.querySelectorAll('button') ?? [])].find((candidate) =>
      candidate.textContent?.startsWith('Set to null'),
    )
    if (!button) throw new NoInput(`${pointer} cannot be set to null here`)
    await hands.click(button)
    return
  }
  if (isCheckbox(control)) {
    // It is clicked at least once, because an untouched checkbox shows a default and submits nothing.
    for (let times = 0; times < 3; times++) {
      await hands.click(control)
      await hands.tick()
      if (control.checked === value) return
    }
    throw new Error(`${pointer} cannot be ticked`)
  }
  if (kind === 'options') {
    const options = [...(fieldModel.options ?? [])]
    if (control instanceof HTMLSelectElement) {
      const option = [...control.options].find(
        ({ value: index }) =>
          /^\d+$/.test(index) &&
          JSON.stringify(options[Number(index)]?.value ?? null) === JSON.stringify(value),
      )
      if (!option) throw new NoInput(`${pointer} has no option ${JSON.stringify(value)}`)
      return hands.type(control, option.value)
    }
    const label = options.find(
      (candidate) => JSON.stringify(candidate.value) === JSON.stringify(value),
    )?.label
    if (control instanceof HTMLInputElement && label !== undefined) return hands.type(control, label)
    throw new NoInput(`${pointer} is not an option`)
  }
  if (typeof value === 'string' && isFile(mergeFacts(fieldModel))) throw new NoInput(`${pointer} is a file`)
  const { format } = mergeFacts(fieldModel)
  if (control instanceof HTMLInputElement && ['date-time', 'time', 'duration'].includes(String(format)))
    throw new NoInput(`${pointer} is an instant, a time or a duration`)
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    const text = kind === 'any' ? JSON.stringify(value) : String(value)
    if (control instanceof HTMLInputElement && /[\r\n]/.test(text)) {
      // A text input drops a trailing line break when pasting.
      if (!/\n./.test(text)) throw new NoInput(`${pointer} is a line that ends with a break`)
      const data = new DataTransfer()
      data.setData('text', text)
      control.focus()
      control.setSelectionRange(0, control.value.length)
      control.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
      return
    }
    return hands.type(control, text)
  }
  throw new NoInput(`${pointer} is drawn as ${control.tagName}`)
}
