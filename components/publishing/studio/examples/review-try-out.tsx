'use client'

import { useId, useState } from 'react'
import type { ConfigDefinition } from '#lib/contracts/document/skillset-document.ts'
import { isObject, type Json } from '#lib/kernel/json/json.ts'
import type { SentTestRun } from '#lib/protocols/http/requests/parse-test-run.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { TryOutSkill } from '#lib/publishing/review/review-views.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { DisabledUntilHydrated } from '../../../browser/disabled-until-hydrated.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/forms/input.tsx'
import { LazyForm } from '../fields/lazy-form.tsx'
import { TestConfig } from './try-section.tsx'
import { TestOutput, useTestRun } from './use-test-run.tsx'

type ReviewTryOutProps = {
  skills: TryOutSkill[]
  definitions: ConfigDefinition[]
  /** Labels of the publisher's test settings that the runs use. */
  testSettings: string[]
  startRun: (request: SentTestRun) => Promise<ActionResult<RunView>>
}

/** Shows the form as users will see it, once the reviewer asks for it. */
export function ReviewTryOut({ skills, definitions, testSettings, startRun }: ReviewTryOutProps) {
  const [slug, setSlug] = useState<string>()
  const chosen = skills.find((skill) => skill.slug === slug)
  const labelId = useId()
  if (skills.length === 0)
    return <p className="text-muted-foreground text-sm">Instruction skills do not run.</p>
  return (
    <div className="grid gap-4">
      <DisabledUntilHydrated className="flex flex-wrap items-end gap-3">
        <label className="grid w-full gap-1.5 font-medium text-sm sm:w-80" htmlFor={labelId}>
          Skill
          <Select
            id={labelId}
            value={slug ?? skills[0]?.slug}
            onChange={({ target }) => setSlug(target.value)}
          >
            {skills.map((skill) => (
              <option key={skill.slug} value={skill.slug}>
                {skill.name}
              </option>
            ))}
          </Select>
        </label>
        {!chosen && (
          <Button variant="outline" onClick={() => setSlug(skills[0]?.slug)}>
            Open the form
          </Button>
        )}
      </DisabledUntilHydrated>
      {chosen && <TryOutForm key={chosen.slug} skill={chosen} {...{ definitions, testSettings, startRun }} />}
    </div>
  )
}

type TryOutFormProps = { skill: TryOutSkill } & Omit<ReviewTryOutProps, 'skills'>

function TryOutForm({ skill, definitions, testSettings, startRun }: TryOutFormProps) {
  const [input, setInput] = useState<Json>(skill.input)
  const [config, setConfig] = useState<Json>({})
  const test = useTestRun(startRun)
  const run = (args: Json) =>
    test.start({
      skillSlug: skill.slug,
      args,
      ...(definitions.length > 0 && { config: isObject(config) ? config : {} }),
    })
  return (
    <div className="@container">
      <div className="grid items-start gap-6 @3xl:grid-cols-2">
        <div className="grid gap-6">
          {definitions.length > 0 && (
            <TestConfig
              definitions={definitions}
              config={config}
              onChange={setConfig}
              idPrefix={`try-config-${skill.slug}`}
            >
              {testSettings.length > 0
                ? `Your runs use the publisher’s ${testSettings.join(', ')}, which you cannot see, and each use is recorded. A value that you enter here replaces it.`
                : 'Used for your runs on this page and not stored. The publisher does not let reviewers use test settings.'}
            </TestConfig>
          )}
          <LazyForm
            schema={skill.parameters}
            value={input}
            onChange={setInput}
            onSubmit={(args) => void run(args)}
            disabled={test.isRunning}
            submitLabel={test.isRunning ? 'Running…' : 'Run'}
            issues={test.error?.details}
            idPrefix={`try-${skill.slug}`}
          />
        </div>
        <TestOutput
          test={test}
          response={skill.response ?? undefined}
          buttons={skill.buttons}
          onRun={(args) => {
            setInput(args)
            void run(args)
          }}
        />
      </div>
    </div>
  )
}
