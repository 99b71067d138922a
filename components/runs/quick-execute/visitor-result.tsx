'use client'

import { paths } from '#lib/kernel/site/paths.ts'
import type { VisitorRun } from '#lib/runs/views/run-view.ts'
import { OutputPanel } from '../../output/output-panel.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { QuickOutputProps } from './quick-output.tsx'

type VisitorResultProps = {
  run: VisitorRun
  skill: Pick<QuickOutputProps['skill'], 'response' | 'buttons'>
  /** Runs the skill with another input that it suggests. */
  onRun?: QuickOutputProps['onRun']
  here: string
}

export function VisitorResult({ run, skill, onRun, here }: VisitorResultProps) {
  return (
    <OutputPanel
      run={run}
      response={skill.response}
      buttons={skill.buttons}
      onRun={onRun}
      actions={
        <p className="border-border border-t pt-4 text-pretty text-muted-foreground text-sm">
          You ran this without an account, and nothing of it is stored.{' '}
          <TextLink href={paths.signUp(here)}>Create a free account</TextLink> to keep your runs, share them,
          and call the skill from programs and agents.
        </p>
      }
    />
  )
}
