'use client'

import { paths } from '#lib/kernel/site/paths.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { OutputPanel } from '../../output/output-panel.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ShareDialog } from '../share-links.tsx'
import type { QuickOutputProps, ShareRunActions } from './quick-output.tsx'

type QuickResultProps = QuickOutputProps & { run: RunView }

export function QuickResult({ run, before, skill, onCancel, onRun, sharing }: QuickResultProps) {
  return (
    <OutputPanel
      run={run}
      before={before}
      response={skill.response}
      stream={skill.stream}
      buttons={skill.buttons}
      onRun={onRun}
      onCancel={onCancel}
      actions={isEnded(run.state) && <NextActions id={run.id} sharing={sharing} />}
    />
  )
}

function NextActions({ id, sharing }: { id: string; sharing: ShareRunActions }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-border border-t pt-4">
      <TextLink href={paths.run(id)} className="text-sm">
        View run details
      </TextLink>
      <ShareDialog key={id} share={(options) => sharing.shareRun(id, options)} revoke={sharing.revokeShare} />
    </div>
  )
}
