/** The fields of a part of a plan, with a picker for results of other steps. */
'use client'

import { X } from 'lucide-react'
import { createContext, use, useCallback, useMemo } from 'react'
import { issueSentence } from '#lib/contracts/forms/rjsf/form-issues.ts'
import type { Issue } from '#lib/kernel/errors.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import type { PlanIssue } from '#lib/plans/model/document/plan-document.ts'
import { parseTemplate } from '#lib/plans/model/document/reference.ts'
import { ContractFields } from '../../forms/contract-fields.tsx'
import {
  type FieldPlaceholderProps,
  type FieldPlaceholders,
  FieldPlaceholdersProvider,
} from '../../forms/frame/field-placeholders.ts'
import { Button } from '../../ui/button.tsx'
import { labelReferencesIn } from '../document/step-labels.ts'
import { usePlanEditing } from '../parts/plan-editing.tsx'
import { ReferenceChip } from '../parts/reference-chip.tsx'
import { planElementId } from './plan-element-id.ts'
import { ReferencePicker } from './reference-picker.tsx'

type Props = {
  pointer: string
  schema: JsonSchema
  value: Json
  onChange: (value: Json) => void
}

const Context = createContext('')

const PartPointerProvider = Context.Provider

export function PartForm({ pointer, ...fields }: Props) {
  const { plan, catalog, issuesIn } = usePlanEditing()
  const shownIssues = issuesIn(pointer).map((issue) => ({
    ...issue,
    message: labelReferencesIn(plan, catalog, issue.message),
  }))
  const issuesText = JSON.stringify(shownIssues)
  // Kept while the issues are the same, or each keystroke would render every field.
  const { errors, hints } = useMemo(() => splitIssues(pointer, JSON.parse(issuesText)), [pointer, issuesText])
  const references = useMemo(() => referencePlaceholders(pointer), [pointer])
  return (
    <FieldPlaceholdersProvider value={references}>
      <PartPointerProvider value={pointer}>
        <ContractFields {...fields} idPrefix={planElementId(pointer)} issues={errors} hints={hints} />
      </PartPointerProvider>
    </FieldPlaceholdersProvider>
  )
}

function splitIssues(pointer: string, issues: PlanIssue[]) {
  const errors: Issue[] = []
  const hints = new Map<string, string>()
  for (const { path, message, severity } of issues) {
    const id = planElementId(path)
    if (severity === 'error') errors.push({ message, path: path.slice(pointer.length) })
    else hints.set(id, [hints.get(id), issueSentence(message)].filter(Boolean).join(' '))
  }
  return { errors, hints }
}

/** Allows references in arguments, in `foreach` and in results. */
function referencePlaceholders(partPointer: string): FieldPlaceholders {
  return {
    isAllowedAt: (pointer) => REFERENCE_PATHS.test(partPointer + pointer),
    isPlaceholder: isReference,
    Control: ReferenceValue,
    LabelButton: ReferenceButton,
    Footer: EmbeddedReferences,
  }
}

const REFERENCE_PATHS = /^\/(steps\/\d+\/(args\/.+|foreach\/from(\/.+)?)|outputs\/.+)$/s

function isReference(value: Json | undefined): boolean {
  return typeof value === 'string' && parseTemplate(value).kind === 'reference'
}

function ReferenceValue({ id, label, json, change }: FieldPlaceholderProps) {
  const template = parseTemplate(String(json))
  if (template.kind !== 'reference') return null
  return (
    <div
      id={id}
      tabIndex={-1}
      className="flex min-h-9 min-w-0 items-center gap-1.5 rounded-md border border-input border-dashed bg-card py-1 pr-1 pl-1.5"
    >
      <ReferenceChip reference={template.reference} className="border-transparent" />
      <Button
        variant="ghost"
        size="icon-sm"
        className="ml-auto size-7 text-muted-foreground"
        aria-label={`Type a value for ${label} instead`}
        title="Type a value instead"
        onClick={() => change(undefined)}
      >
        <X aria-hidden />
      </Button>
    </div>
  )
}

function ReferenceButton({ id, label, pointer, json, facts, change }: FieldPlaceholderProps) {
  const partPointer = usePartPointer()
  const isText = facts.type === 'string' && facts.enum === undefined && facts.format === undefined
  const written = isText && typeof json === 'string' && !isReference(json) ? json : ''
  const insert = useCallback(
    (text: string) => {
      const control = document.getElementById(id)
      const slot =
        control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
          ? (control.selectionStart ?? written.length)
          : written.length
      change(`${written.slice(0, slot)}\${${text}}${written.slice(slot)}`)
    },
    [id, written, change],
  )
  return (
    <ReferencePicker
      label={label}
      pointer={partPointer + pointer}
      isChosen={isReference(json)}
      onChoose={change}
      onInsert={written === '' ? undefined : insert}
    />
  )
}

function EmbeddedReferences({ json }: FieldPlaceholderProps) {
  const template = parseTemplate(String(json))
  if (template.kind !== 'mixed') return null
  const references = template.parts.filter((part) => typeof part !== 'string')
  return (
    <p className="flex flex-wrap items-center gap-1.5 text-muted-foreground text-xs">
      With
      {references.map((reference, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same one may stand there twice
        <ReferenceChip key={index} reference={reference} className="px-1.5 py-0.5 text-xs" />
      ))}
    </p>
  )
}

function usePartPointer(): string {
  return use(Context)
}
