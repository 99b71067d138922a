/** Fills a rendered form through its inputs and buttons. Runs in the page. */

import { controlKind, TYPE_PICK, typeChoices } from '#lib/contracts/forms/fields/control-kind.ts'
import { readFieldModel } from '#lib/contracts/forms/fields/field-model.ts'
import { formContract } from '#lib/contracts/forms/validation/form-contract.ts'
import { jsonTypeOf } from '#lib/json-schema/tree/schema-tree.ts'
import { isObject, type Json, type JsonSchema } from '#lib/kernel/json/json.ts'
import { type BrowserInput, elementAt, NoInput } from './browser-input.ts'
import type { Field } from './field.ts'
import { fillControl } from './fill-control.ts'
import { fillList } from './fill-list.ts'
import { fillObject } from './fill-object.ts'

/** Returns undefined on success, else what could not be filled in. */
export async function fillInputs(
  schema: JsonSchema,
  value: Json,
  hands: BrowserInput,
): Promise<string | undefined> {
  const contract = formContract(schema)
  try {
    await fill({ contract, schemas: [contract.schema], pointer: '', hands }, value, true)
    return undefined
  } catch (thrown) {
    if (thrown instanceof NoInput) return thrown.message
    throw thrown
  }
}

async function fill(field: Field, value: Json, wanted: boolean): Promise<void> {
  const { contract, schemas, pointer, hands } = field
  const fieldModel = readFieldModel(contract, schemas, value, { needsBranch: wanted })
  await expandField(pointer, hands)
  for (const [index, { chosen }] of fieldModel.choices.entries()) {
    const select = elementAt(pointer, `__kind${index || ''}`)
    if (chosen >= 0 && select instanceof HTMLSelectElement && select.value !== String(chosen)) {
      await hands.type(select, String(chosen))
      await hands.tick()
    }
  }
  const types = typeChoices(fieldModel)
  const type = elementAt(pointer, '__type')
  if (type instanceof HTMLSelectElement && value !== null) {
    const own = types.findIndex(
      (candidate) => candidate === jsonTypeOf(value) || (candidate === 'integer' && Number.isInteger(value)),
    )
    if (own >= 0 && type.value !== String(own)) {
      await hands.type(type, String(own))
      await hands.tick()
    }
  }
  const kind = controlKind(fieldModel, value, { [TYPE_PICK]: -1 })
  if (kind === 'misfit') throw new NoInput(`${pointer} is not what the contract wants`)
  if (kind === 'object' && isObject(value)) return fillObject(field, value, fill)
  if (kind === 'array' && Array.isArray(value)) return fillList(field, value, fill)
  return fillControl({ fieldModel, kind, pointer, hands }, value)
}

async function expandField(pointer: string, { click, tick }: BrowserInput): Promise<void> {
  if (elementAt(pointer) || elementAt(pointer, '__kind') || elementAt(pointer, '__type')) return
  const more = [...document.querySelectorAll<HTMLElement>('[aria-controls$="__more"][aria-expanded="false"]')]
  for (const button of more) await click(button)
  if (more.length > 0) await tick()
}
