'use client'

import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import type { SkillExample } from '#lib/contracts/document/skillset-document.ts'
import { ABOUT_FIELD } from '#lib/contracts/results/skill-error.ts'
import type { Issue, PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { AutomateButton } from '../../automations/automate-button.tsx'
import { SkillChoicesProvider } from '../../catalog/skill-choices-provider.tsx'
import { SchemaForm } from '../../forms/schema-form.tsx'
import { Button } from '../../ui/button.tsx'
import { InputSources, usePresets } from './input-sources.tsx'
import type { QuickExecuteProps } from './quick-execute.tsx'
import { RunShortcuts } from './use-quick-run.tsx'

const PresetDialog = lazy(async () => ({
  default: (await import('../save-run-dialogs.tsx')).PresetDialog,
}))

type InputFormProps = Pick<
  QuickExecuteProps,
  'skill' | 'quote' | 'presets' | 'personId' | 'blocked' | 'actions'
> & {
  value: Json | undefined
  form: { count: number; jsonText?: string }
  isRunning: boolean
  refusal: PublicError | undefined
  /** The error of the last run, which may be about a field. */
  failure: PublicError | undefined
  coercions: RunView['coercions'] | undefined
  onChange: (input: Json) => void
  onSubmit: (input: Json) => void
  onJsonText: (text: string | undefined) => void
  onExample: (example: SkillExample) => void
  onStartOver: (() => void) | undefined
  onReady: (hasInput: boolean) => void
  onRefuse: () => void
  submitLabel: string
  /** What there is to say about the input, such as that it is too large for the page. */
  note: ReactNode
}

export function InputForm(props: InputFormProps) {
  const { skill, quote, personId, blocked, actions, value, form, isRunning, coercions } = props
  const { onChange, onSubmit, onJsonText, onExample, onStartOver, onReady, onRefuse, submitLabel, note } =
    props
  const { refusal, failure } = props
  const issues = useMemo(() => inputIssues(refusal, failure), [refusal, failure])
  const { presets, add, save, remove } = usePresets(skill.name, props.presets, actions)
  return (
    <SkillChoicesProvider skill={skill}>
      <SchemaForm
        key={form.count}
        schema={skill.parameters}
        value={value}
        onChange={onChange}
        onSubmit={onSubmit}
        jsonText={form.jsonText}
        onJsonText={onJsonText}
        onReady={onReady}
        onRefuse={onRefuse}
        issues={issues}
        coercions={coercions}
        pending={isRunning}
        disabled={blocked}
        idPrefix="input"
        header={<h2 className="font-semibold text-sm">Input</h2>}
        intro={
          <>
            {note}
            <InputSources
              examples={skill.examples}
              presets={presets}
              disabled={isRunning}
              onFill={onChange}
              onExample={onExample}
              onRemove={remove}
            />
          </>
        }
        submitLabel={submitLabel}
        actions={
          <FormActions onStartOver={onStartOver}>
            {personId !== null && (
              <Suspense>
                <PresetDialog save={(name) => save(name, value ?? {})} onSaved={add} />
                <AutomateButton
                  size="sm"
                  target={{ skill: skill.name }}
                  title={skill.title}
                  input={value ?? {}}
                  schema={skill.parameters}
                  maxPrice={quote.price}
                  create={actions.createAutomation}
                />
              </Suspense>
            )}
          </FormActions>
        }
      />
    </SkillChoicesProvider>
  )
}

function FormActions({ onStartOver, children }: { onStartOver?: () => void; children: ReactNode }) {
  return (
    <>
      <RunShortcuts />
      {/* A price makes the first button long. */}
      <span className="ml-auto flex flex-wrap items-center gap-2">
        {onStartOver && (
          <Button variant="ghost" size="sm" className="text-muted-foreground" onClick={onStartOver}>
            Start over
          </Button>
        )}
        {children}
      </span>
    </>
  )
}

/** Returns the details of an error about the input; those of other errors belong to no field. */
function inputIssues(
  refusal: PublicError | undefined,
  failure: PublicError | undefined,
): Issue[] | undefined {
  const isAboutInput = refusal?.code === 'INVALID_INPUT' || refusal?.code === 'MISSING_REQUIRED_PARAM'
  if (isAboutInput) return refusal.details
  return refusal ? undefined : failure?.details?.filter(({ keyword }) => keyword === ABOUT_FIELD)
}
