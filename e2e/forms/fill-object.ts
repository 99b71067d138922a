import { findPreset, readFieldModel } from '#lib/contracts/forms/fields/field-model.ts'
import { objectParts } from '#lib/contracts/forms/fields/schema-parts.ts'
import { isObject, type JsonObject } from '#lib/kernel/json/json.ts'
import { toPointer, valueAt } from '#lib/kernel/json/json-pointer.ts'
import { type BrowserInput, elementAt, NoInput } from './browser-input.ts'
import type { Field, FillField } from './field.ts'

export async function fillObject(field: Field, value: JsonObject, fillField: FillField): Promise<void> {
  const { contract, schemas, pointer, hands } = field
  const own = elementAt(pointer)
  if (own instanceof HTMLButtonElement) {
    await hands.click(own)
    await hands.tick()
  }
  for (const [key, entry] of Object.entries(value)) {
    const parts = objectParts(readFieldModel(contract, schemas, value), value)
    const known = parts.properties.get(key)
    const inner = pointer + toPointer([key])
    if (!known && !elementAt(inner) && !elementAt(inner, '__key')) await addEntry(pointer, key, hands)
    const innerSchemas = known ?? parts.schemasOf(key) ?? []
    await fillField(
      { ...field, schemas: innerSchemas, pointer: inner },
      entry,
      parts.required.has(key) || !known,
    )
    await hands.tick()
  }
  await clearOtherFields(field, value)
}

/**
 * Removes properties that the object started with and the value lacks; defaults may stay, because the server
 * adds them.
 */
async function clearOtherFields(
  { contract, schemas, pointer, hands }: Field,
  value: JsonObject,
): Promise<void> {
  const { currentValue, type, click, tick } = hands
  const begun = valueAt(currentValue(), pointer)
  const { properties } = objectParts(readFieldModel(contract, schemas, value), value)
  for (const key of isObject(begun) ? Object.keys(begun) : []) {
    if (Object.hasOwn(value, key)) continue
    if (findPreset(readFieldModel(contract, properties.get(key) ?? [], undefined)) !== undefined) continue
    const control = elementAt(pointer + toPointer([key]))
    const buttons = [...(control?.querySelectorAll('button') ?? [])]
    const leaveOut = buttons.find((button) => button.textContent?.trim().startsWith('Leave out'))
    if (control instanceof HTMLTextAreaElement || control instanceof HTMLInputElement) await type(control, '')
    else if (leaveOut) await click(leaveOut)
    await tick()
  }
}

async function addEntry(pointer: string, key: string, hands: BrowserInput): Promise<void> {
  const container = pointer === '' ? document.querySelector('form') : elementAt(pointer)
  const buttons = [...(container?.querySelectorAll('button') ?? [])].filter((button) =>
    /^Add (a|another) field$/.test(button.textContent?.trim() ?? ''),
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
