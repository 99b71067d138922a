'use client'

import type { FirstEverView } from '#lib/behaviour/first-ever-behaviour.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Link } from '../ui/link.tsx'
import { CardList } from '../ui/link-rows.tsx'
import { Time } from '../ui/time.tsx'

type FirstEverListProps = {
  versions: FirstEverView[]
  resume: (versionId: string) => Promise<ActionResult<void>>
}

/** Versions with what they did for the first time. */
export function FirstEverList({ versions, resume }: FirstEverListProps) {
  return (
    <CardList>
      {versions.map((version) => (
        <li key={version.versionId} className="grid gap-2 px-4 py-4 text-sm sm:px-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              href={`${paths.skill(version.handle, version.slug, version.lines[0]?.skill ?? '')}#behaviour`}
              className="font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
            >
              {version.title}
            </Link>
            <span className="text-muted-foreground">{version.publisher}</span>
            {version.isPaused && <Badge variant="warning">Paused</Badge>}
          </div>
          <ul className="grid gap-1.5">
            {version.lines.map(({ skill, sentence, traffic, firstSeenAtMs }) => (
              <li key={`${skill} ${sentence}`} className="text-pretty [overflow-wrap:anywhere]">
                <span className="font-medium">{skill}</span>: {sentence}{' '}
                <span className="text-muted-foreground text-xs">
                  {traffic && `${traffic} · `}
                  first <Time at={firstSeenAtMs} />
                </span>
              </li>
            ))}
          </ul>
          {version.isPaused && <ResumeButton version={version} resume={resume} />}
        </li>
      ))}
    </CardList>
  )
}

function ResumeButton({ version, resume }: { version: FirstEverView } & Pick<FirstEverListProps, 'resume'>) {
  return (
    <div>
      <ConfirmDialog
        title={`End the pause of ${version.title}`}
        description="New runs start again. What is listed here counts as known from now on."
        confirmLabel="Let it run again"
        destructive={false}
        onConfirm={() => resume(version.versionId)}
        onDone={`${version.title} runs again.`}
      >
        <Button variant="outline" size="sm">
          Let it run again…
        </Button>
      </ConfirmDialog>
    </div>
  )
}
