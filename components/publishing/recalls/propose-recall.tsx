'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { RECALL_CLASS_NAMES, RECALL_CLASSES, type RecallClass } from '#lib/contracts/versions/withdrawal.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { RecallChoices } from '#lib/publishing/recalls/recall-views.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldErrors, InputField, SelectField } from '../../ui/forms/field.tsx'
import { errorsAt, FormError } from '../../ui/forms/form-error.tsx'
import { Textarea } from '../../ui/forms/input.tsx'
import { useAction } from '../../ui/use-action.ts'

type ProposeRecallProps = {
  choices: RecallChoices
  propose: (request: Record<string, unknown>) => Promise<ActionResult<string>>
}

export function ProposeRecall({ choices: { skillSet, versions }, propose }: ProposeRecallProps) {
  const router = useRouter()
  const [refusal, setRefusal] = useState<PublicError>()
  const [pending, run] = useAction(setRefusal)
  const [chosen, setChosen] = useState<string[]>([])
  const [recallClass, setRecallClass] = useState<RecallClass>()
  const [windowFrom, setWindowFrom] = useState('')
  const [windowTo, setWindowTo] = useState('')
  const [reason, setReason] = useState('')
  const [replacement, setReplacement] = useState('')
  const group = useId()
  const shown = pending ? null : (refusal ?? null)
  const toggle = (id: string, isOn: boolean) =>
    setChosen((before) => (isOn ? [...before, id] : before.filter((each) => each !== id)))
  const replacements = versions.filter(({ id, isTakenDown }) => !isTakenDown && !chosen.includes(id))

  function submit(event: FormEvent) {
    event.preventDefault()
    setRefusal(undefined)
    const toInstant = (local: string) => (local === '' ? '' : new Date(local).toISOString())
    const request = {
      ...{ skillSetId: skillSet.id, versionIds: chosen, recallClass, reason, replacement },
      ...{ windowFrom: toInstant(windowFrom), windowTo: toInstant(windowTo) },
    }
    run(
      () => propose(request),
      (id) => router.push(paths.recallForAdmin(id)),
    )
  }

  return (
    <form onSubmit={submit} className="grid gap-6">
      <FormError state={shown} fields={['/windowFrom', '/windowTo', '/replacement', '/reason']} />
      <fieldset className="grid gap-2" aria-describedby={`${group}-versions`}>
        <legend className="pb-1.5 font-medium text-sm">Versions</legend>
        <FieldErrors id={`${group}-versions`} errors={errorsAt(shown, '/versionIds')} />
        {versions.map(({ id, number, isTakenDown }) => (
          <label key={id} className="flex cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) => toggle(id, target.checked)}
              className="size-4 accent-primary"
            />
            {number}
            {isTakenDown && <span className="text-muted-foreground">taken down</span>}
          </label>
        ))}
      </fieldset>
      <fieldset className="grid gap-2.5" aria-describedby={`${group}-class`}>
        <legend className="pb-1.5 font-medium text-sm">Class</legend>
        <FieldErrors id={`${group}-class`} errors={errorsAt(shown, '/recallClass')} />
        {RECALL_CLASS_NAMES.map((name) => (
          <label key={name} className="flex cursor-pointer items-start gap-2.5 text-sm">
            <input
              type="radio"
              name={group}
              checked={recallClass === name}
              onChange={() => setRecallClass(name)}
              className="mt-1 size-4 shrink-0 accent-primary"
            />
            <span>
              {RECALL_CLASSES[name].label}
              <span className="block text-muted-foreground">
                {RECALL_CLASSES[name].description}{' '}
                {RECALL_CLASSES[name].returnsMoney
                  ? 'What callers paid for it is returned.'
                  : 'No money is returned.'}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <InputField
          label="Affected from"
          optional
          type="datetime-local"
          value={windowFrom}
          onChange={setWindowFrom}
          errors={errorsAt(shown, '/windowFrom')}
        />
        <InputField
          label="Affected until"
          optional
          type="datetime-local"
          value={windowTo}
          onChange={setWindowTo}
          errors={errorsAt(shown, '/windowTo')}
          help="Without them, every run is affected."
        />
      </div>
      <SelectField
        label="Replacement"
        value={replacement}
        onChange={setReplacement}
        errors={errorsAt(shown, '/replacement')}
        options={[['', 'None'], ...replacements.map(({ number }) => [number, number] as const)]}
        help="Callers and agents are told to use it instead."
      />
      <Field
        label="Reasons"
        required
        errors={errorsAt(shown, '/reason')}
        help="Public: what the versions did, how it was found, and what those who used them should do."
      >
        {(wired) => (
          <Textarea {...wired} rows={6} value={reason} onChange={({ target }) => setReason(target.value)} />
        )}
      </Field>
      <div>
        <Button type="submit" variant="destructive" pending={pending}>
          Propose the recall
        </Button>
      </div>
    </form>
  )
}
