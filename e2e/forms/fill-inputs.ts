/** Fills a rendered form through its inputs and buttons. Runs in the page. */

import { checkboxOptions } from '#lib/form-model/checkbox-options.ts'
import { controlKind, TYPE_PICK, typeChoices } from '#lib/form-model/control-kind.ts'
import { factsOf, isFile } from '#lib/form-model/field-facts.ts'
import { presetOf, readFieldModel } from '#lib/form-model/field-model.ts'
import { labelFor } from '#lib/form-model/field-options.ts'
import { type FormContract, formContract } from '#lib/form-model/form-contract.ts'
import { listParts, objectParts } from '#lib/form-model/schema-parts.ts'
import { isObject, type Json, type JsonSchema } from '#lib/json/json.ts'
import { toPointer, valueAt } from '#lib/json/json-pointer.ts'
import { jsonKindOf } from '#lib/json-schema/evaluate/choose-branch.ts'

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

/** Returns undefined on success, else what could not be filled in. */
export async function fillInputs(
  schema: JsonSchema,
  value: Json,
  hands: BrowserInput,
): Promise<string | undefined> {
  const contract = formContract(schema)
  try {
    await fill(contract, [contract.schema], value, '', hands, true)
    return undefined
  } catch (thrown) {
    if (thrown instanceof NoInput) return thrown.message
    throw thrown
  }
}

function isCheckbox(control: Element | null): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

const at = (pointer: string, more = '') => document.getElementById(`input${pointer}${more}`)

async function fill(
  contract: FormContract,
  schemas: readonly Json[],
  value: Json,
  pointer: string,
  hands: BrowserInput,
  wanted: boolean,
): Promise<void> {
  const fieldModel = readFieldModel(contract, schemas, value, { needsBranch: wanted })
  const facts = factsOf(fieldModel)
  await expandField(pointer, hands)
  for (const [index, { chosen }] of fieldModel.choices.entries()) {
    const select = at(pointer, `__kind${index || ''}`)
    if (chosen >= 0 && select instanceof HTMLSelectElement && select.value !== String(chosen)) {
      await hands.type(select, String(chosen))
      await hands.tick()
    }
  }
  const types = typeChoices(fieldModel)
  const type = at(pointer, '__type')
  if (type instanceof HTMLSelectElement && value !== null) {
    const own = types.findIndex(
      (each) => each === jsonKindOf(value) || (each === 'integer' && Number.isInteger(value)),
    )
    if (own >= 0 && type.value !== String(own)) {
      await hands.type(type, String(own))
      await hands.tick()
    }
  }
  const kind = controlKind(fieldModel, value, { [TYPE_PICK]: -1 })
  if (kind === 'misfit') throw new NoInput(`${pointer} is not what the contract wants`)
  if (kind === 'object' && isObject(value)) return fillObject(contract, schemas, value, pointer, hands)
  if (kind === 'array' && Array.isArray(value)) return fillList(contract, schemas, value, pointer, hands)
  if (value === '') throw new NoInput(`${pointer} is an empty text`)
  const control = at(pointer)
  if (kind === 'constant') {
    if (control instanceof HTMLSelectElement) {
      // Several options remain; a later choice narrows them to this one.
      const option = [...control.options].find((each) => each.text === labelFor(value))
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
    const button = [...(control.closest('.grid')?.querySelectorAll('button') ?? [])].find((each) =>
      each.textContent?.startsWith('Set to null'),
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
        ({ value: each }) =>
          /^\d+$/.test(each) &&
          JSON.stringify(options[Number(each)]?.value ?? null) === JSON.stringify(value),
      )
      if (!option) throw new NoInput(`${pointer} has no option ${JSON.stringify(value)}`)
      return hands.type(control, option.value)
    }
    const label = options.find((each) => JSON.stringify(each.value) === JSON.stringify(value))?.label
    if (control instanceof HTMLInputElement && label !== undefined) return hands.type(control, label)
    throw new NoInput(`${pointer} is not an option`)
  }
  if (typeof value === 'string' && isFile(facts)) throw new NoInput(`${pointer} is a file`)
  if (control instanceof HTMLInputElement && control.type === 'datetime-local')
    throw new NoInput(`${pointer} is an instant`)
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

async function expandField(pointer: string, { click, tick }: BrowserInput): Promise<void> {
  if (at(pointer) || at(pointer, '__kind') || at(pointer, '__type')) return
  const more = [...document.querySelectorAll<HTMLElement>('[aria-controls$="__more"][aria-expanded="false"]')]
  for (const button of more) await click(button)
  if (more.length > 0) await tick()
}

async function fillObject(
  contract: FormContract,
  schemas: readonly Json[],
  value: { [key: string]: Json },
  pointer: string,
  hands: BrowserInput,
): Promise<void> {
  const own = at(pointer)
  if (own instanceof HTMLButtonElement) {
    await hands.click(own)
    await hands.tick()
  }
  for (const [key, each] of Object.entries(value)) {
    const parts = objectParts(readFieldModel(contract, schemas, value), value)
    const known = parts.properties.get(key)
    const inner = pointer + toPointer([key])
    if (!known && !at(inner) && !at(inner, '__key')) await addEntry(pointer, key, hands)
    await fill(
      contract,
      known ?? parts.schemasOf(key) ?? [],
      each,
      inner,
      hands,
      parts.required.has(key) || !known,
    )
    await hands.tick()
  }
  await clearOtherFields(contract, schemas, value, pointer, hands)
}

/**
 * Removes properties that the object started with and the value lacks; defaults may stay, because the server
 * adds them.
 */
async function clearOtherFields(
  contract: FormContract,
  schemas: readonly Json[],
  value: { [key: string]: Json },
  pointer: string,
  { currentValue, type, click, tick }: BrowserInput,
): Promise<void> {
  const begun = valueAt(currentValue(), pointer)
  const { properties } = objectParts(readFieldModel(contract, schemas, value), value)
  for (const key of isObject(begun) ? Object.keys(begun) : []) {
    if (Object.hasOwn(value, key)) continue
    if (presetOf(readFieldModel(contract, properties.get(key) ?? [], undefined)) !== undefined) continue
    const control = at(pointer + toPointer([key]))
    const buttons = [...(control?.querySelectorAll('button') ?? [])]
    const leaveOut = buttons.find((each) => each.textContent?.trim().startsWith('Leave out'))
    if (control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement) await type(control, '')
    else if (leaveOut) await click(leaveOut)
    await tick()
  }
}

async function addEntry(pointer: string, key: string, hands: BrowserInput): Promise<void> {
  const container = pointer === '' ? document.querySelector('form') : at(pointer)
  const buttons = [...(container?.querySelectorAll('button') ?? [])].filter((each) =>
    /^Add (a|another) field$/.test(each.textContent?.trim() ?? ''),
  )
  const button = buttons.at(-1)
  if (!button) throw new NoInput(`${pointer} takes no field of one's own (${key})`)
  await hands.click(button)
  await hands.tick()
  const name = document.activeElement
  if (!(name instanceof HTMLInputElement) || !name.id.endsWith('__key'))
    throw new Error(`no focus on a new name in ${pointer}`)
  await hands.type(name, key)
  await hands.tick()
  await hands.leave(name)
  await hands.tick()
}

async function fillList(
  contract: FormContract,
  schemas: readonly Json[],
  value: Json[],
  pointer: string,
  hands: BrowserInput,
): Promise<void> {
  const fieldModel = readFieldModel(contract, schemas, value)
  const checks = checkboxOptions(contract, fieldModel)
  const parts = listParts(fieldModel)
  if (value.length === 0) throw new NoInput(`${pointer} is an empty list`)
  if (checks) {
    const texts = (each: Json) => JSON.stringify(each)
    const stray = value.find((each) => !checks.some((option) => texts(option.value) === texts(each)))
    if (stray !== undefined) throw new NoInput(`${pointer} has no field for ${texts(stray)}`)
    for (const [index, option] of checks.entries()) {
      const checkbox = at(pointer, `__${index}`)
      const isWanted = value.some((each) => texts(each) === texts(option.value))
      if (isCheckbox(checkbox) && checkbox.checked !== isWanted) await hands.click(checkbox)
      await hands.tick()
    }
    // Removes initial entries that only another branch allows.
    for (
      let checkbox = at(pointer, `__${checks.length}`);
      checkbox;
      checkbox = at(pointer, `__${checks.length}`)
    ) {
      await hands.click(checkbox)
      await hands.tick()
      if (checkbox.isConnected) throw new NoInput(`${pointer} keeps a value`)
    }
    return
  }
  for (const [index, each] of value.entries()) {
    if (index >= parts.tupleLength) {
      const add = [...(at(pointer)?.querySelectorAll<HTMLElement>('[data-add]') ?? [])].at(-1)
      if (!add) throw new NoInput(`${pointer} takes no more items`)
      await hands.click(add)
      await hands.tick()
    }
    await fill(contract, parts.schemasAt(index), each, pointer + toPointer([index]), hands, true)
    await hands.tick()
  }
  for (let rows = rowsOf(pointer); rows.length > value.length - parts.tupleLength; rows = rowsOf(pointer)) {
    const remove = rows.at(-1)?.querySelector<HTMLElement>(':scope > div > [data-act="remove"]')
    if (remove) await hands.click(remove)
    await hands.tick()
    if (rowsOf(pointer).length === rows.length) throw new NoInput(`${pointer} keeps a row`)
  }
}

function rowsOf(pointer: string): Element[] {
  const group = at(pointer)
  const lists = [...(group?.querySelectorAll('[data-rows]') ?? [])]
  return [...(lists.find((each) => each.closest('fieldset') === group)?.children ?? [])]
}
