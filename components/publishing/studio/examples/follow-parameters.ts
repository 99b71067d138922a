import { useEffect, useRef } from 'react'
import { sampleValue } from '#lib/json-schema/samples/sample-value.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { objectEntries } from '#lib/kernel/json/json-pointer.ts'
import { setAt } from '../../../drafts/edit-document.ts'
import { asSchema } from '../schema/schema-table.ts'
import { useStudio } from '../state/studio-context.tsx'
import { skillPointer } from '../state/studio-sections.ts'

/** The sample input of each skill by its slug; `text` is the input as JSON. */
export type Samples = Map<string, { parameters: JsonObject; text: string }>

/** Updates the sample inputs of new examples with the parameters, until the user edits them. */
export function useExamplesFollowParameters(): void {
  const { state, edit } = useStudio()
  const samples = useRef<Samples>(new Map())
  useEffect(() => {
    const followed = followParameters(state.document, samples.current)
    if (followed !== state.document) edit(() => followed)
  }, [state.document, edit])
}

/**
 * Replaces the inputs that are still the sample for the previous parameters, except while the parameters are invalid.
 * Updates `samples`. Returns the same document if nothing changes.
 */
export function followParameters(document: Json, samples: Samples): Json {
  const skills = isObject(document) ? objectEntries(document.skills) : []
  return skills.reduce<Json>((edited, [skill, index]) => {
    const { slug, parameters, examples } = skill
    if (typeof slug !== 'string' || !isObject(parameters)) return edited
    const before = samples.get(slug)
    if (before?.parameters === parameters) return edited
    const sample = sampleValue(asSchema(parameters))
    const text = JSON.stringify(sample)
    samples.set(slug, { parameters, text })
    if (before === undefined || before.text === text) return edited
    return objectEntries(examples)
      .filter(([{ input }]) => JSON.stringify(input) === before.text)
      .reduce<Json>(
        (next, [, position]) => setAt(next, `${skillPointer(index)}/examples/${position}/input`, sample),
        edited,
      )
  }, document)
}
