'use client'

import { Play } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { SkillButton } from '#lib/contracts/document/skillset-document.ts'
import type { Json, JsonSchema } from '#lib/kernel/json/json.ts'
import { withInputFragment } from '#lib/kernel/site/input-fragment.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { type RunForVisitor, useVisitorRun } from '../quick-execute/use-visitor-run.ts'

const loadResult = async () => ({
  default: (await import('../quick-execute/visitor-result.tsx')).VisitorResult,
})
const VisitorResult = lazy(loadResult)

export type ShownExample = {
  title: string
  input: Json
  /** Titles and texts of the input's fields. */
  fields: [string, string][]
  /** The recorded output, rendered on the server. */
  output: ReactNode
}

type FeaturedRunProps = {
  skill: {
    name: string
    version: string
    response?: JsonSchema
    buttons: SkillButton[]
    href: string
  }
  examples: ShownExample[]
  runForVisitor: RunForVisitor
}

/** The examples of a skill with their recorded outputs, each of which a visitor can run. */
export function FeaturedRun({ skill, examples, runForVisitor }: FeaturedRunProps) {
  const [chosen, setChosen] = useState(examples[0]!)
  const [ranTitle, setRanTitle] = useState<string>()
  const { run, refusal, isRunning, start } = useVisitorRun(
    { name: skill.name, version: skill.version },
    runForVisitor,
  )
  const isRunShown = ranTitle === chosen.title
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid min-w-0 content-start gap-4">
        {examples.length > 1 && (
          <fieldset className="flex flex-wrap gap-1.5">
            <legend className="sr-only">Examples</legend>
            {examples.map((example) => (
              <Button
                key={example.title}
                variant={example === chosen ? 'secondary' : 'outline'}
                size="sm"
                aria-pressed={example === chosen}
                className="h-auto min-h-8 whitespace-normal py-1 text-left"
                onClick={() => setChosen(example)}
              >
                {example.title}
              </Button>
            ))}
          </fieldset>
        )}
        <dl className="grid gap-2 text-sm">
          {chosen.fields.map(([title, text]) => (
            <div key={title} className="grid min-w-0 gap-0.5">
              <dt className="text-muted-foreground text-xs">{title}</dt>
              <dd className="line-clamp-4 min-w-0 whitespace-pre-wrap rounded-md bg-muted px-3 py-2 [overflow-wrap:anywhere]">
                {text}
              </dd>
            </div>
          ))}
        </dl>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            pending={isRunning}
            onPointerEnter={() => void loadResult()}
            onClick={() => {
              setRanTitle(chosen.title)
              void start(chosen.input)
            }}
          >
            <Play aria-hidden /> Run it
          </Button>
          <TextLink href={withInputFragment(skill.href, chosen.input)} className="text-sm">
            Use your own input
          </TextLink>
        </div>
        <p className="text-muted-foreground text-xs">Free, without an account. Nothing of it is stored.</p>
      </div>
      <div className="min-w-0" aria-live="polite">
        {isRunShown && refusal && (
          <p role="alert" className="text-destructive text-sm">
            {refusal.message} {refusal.suggested_action}
          </p>
        )}
        {isRunShown && run && !isRunning ? (
          <Suspense fallback={chosen.output}>
            <VisitorResult run={run} skill={skill} here={skill.href} />
          </Suspense>
        ) : (
          <div className="min-w-0 rounded-lg border border-border border-dashed p-4 sm:p-5">
            <p className="mb-3 text-muted-foreground text-xs">{isRunning ? 'Running…' : 'Recorded result'}</p>
            {chosen.output}
          </div>
        )}
      </div>
    </div>
  )
}
