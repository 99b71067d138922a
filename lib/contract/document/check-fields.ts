/**
 * The rules of single fields, read from the document's own schema.
 *
 * Ground, for servers.
 */
import type { Issue } from '../../errors.ts'
import { isObject, type Json } from '../json/json.ts'
import { pointerKeys } from '../json/json-pointer.ts'
import { compile } from '../schema/compile.ts'
import { issueOf } from '../schema/fault-sentences.ts'
import type { Fault } from '../schema/faults.ts'
import { faultsOf } from '../schema/pick-branch.ts'
import { SKILLSET_SCHEMA } from './skillset-schema.ts'

/** Keywords that concern what a document is made of, not how well it is filled in. */
const SHAPE = ['type', 'additionalProperties']

/** Every field that breaks its own rule. */
export function checkFields(document: Json): Issue[] {
  return faultsOf(compile(SKILLSET_SCHEMA), document).map(issueOfField)
}

/** Only what makes it another kind of document: unknown keys, and values of the wrong kind. */
export function checkShape(document: Json): Issue[] {
  const faults = faultsOf(compile(SKILLSET_SCHEMA), document)
  return faults.filter(({ keyword }) => SHAPE.includes(keyword)).map(issueOfField)
}

function issueOfField(fault: Fault): Issue {
  const issue = issueOf(fault)
  const name = pointerKeys(issue.path).at(-1) ?? 'the document'
  const subject = /^\d+$/.test(name) ? '' : `${name} `
  return { ...issue, message: sentenceOf(fault, name) ?? subject + issue.message }
}

function sentenceOf({ keyword, schema }: Fault, name: string): string | undefined {
  if (keyword === 'additionalProperties') return `unknown key "${name}"`
  if (keyword === 'required' && isObject(schema.properties)) return ruleOf(schema.properties[name])
  return ruleOf(schema)
}

function ruleOf(schema: Json | undefined): string | undefined {
  return isObject(schema) && typeof schema.errorMessage === 'string' ? schema.errorMessage : undefined
}
