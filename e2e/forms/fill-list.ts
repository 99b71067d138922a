import { checkboxOptions } from '#lib/contracts/forms/fields/checkbox-options.ts'
import { readFieldModel } from '#lib/contracts/forms/fields/field-model.ts'
import { listParts } from '#lib/contracts/forms/fields/schema-parts.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { toPointer } from '#lib/kernel/json/json-pointer.ts'
import { elementAt, isCheckbox, NoInput } from './browser-input.ts'
import type { Field, FillField } from './field.ts'

export async function fillList(field: Field, value: Json[], fillField: FillField): Promise<void> {
  const { contract, schemas, pointer, hands } = field
  const fieldModel = readFieldModel(contract, schemas, value)
  const checks = checkboxOptions(contract, fieldModel)
  const parts = listParts(fieldModel)
  if (value.length === 0) throw new NoInput(`${pointer} is an empty list`)
  if (checks) {
    const textOf = (item: Json) => JSON.stringify(item)
    const stray = value.find((item) => !checks.some((option) => textOf(option.value) === textOf(item)))
    if (stray !== undefined) throw new NoInput(`${pointer} has no field for ${textOf(stray)}`)
    for (const [index, option] of checks.entries()) {
      const checkbox = elementAt(pointer, `__${index}`)
      const isWanted = value.some((item) => textOf(item) === textOf(option.value))
      if (isCheckbox(checkbox) && checkbox.checked !== isWanted) await hands.click(checkbox)
      await hands.tick()
    }
    // Removes initial entries that only another branch allows.
    for (
      let checkbox = elementAt(pointer, `__${checks.length}`);
      checkbox;
      checkbox = elementAt(pointer, `__${checks.length}`)
    ) {
      await hands.click(checkbox)
      await hands.tick()
      if (checkbox.isConnected) throw new NoInput(`${pointer} keeps a value`)
    }
    return
  }
  for (const [index, row] of value.entries()) {
    if (index >= parts.tupleLength) {
      const add = [...(elementAt(pointer)?.querySelectorAll<HTMLElement>('[data-add]') ?? [])].at(-1)
      if (!add) throw new NoInput(`${pointer} takes no more items`)
      await hands.click(add)
      await hands.tick()
    }
    const item = { ...field, schemas: parts.schemasAt(index), pointer: pointer + toPointer([index]) }
    await fillField(item, row, true)
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
  const group = elementAt(pointer)
  const lists = [...(group?.querySelectorAll('[data-rows]') ?? [])]
  return [...(lists.find((list) => list.closest('fieldset') === group)?.children ?? [])]
}
