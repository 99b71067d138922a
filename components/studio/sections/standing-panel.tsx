'use client'

import { paths } from '#lib/contract/market/paths.ts'
import { STATE_LABELS } from '#lib/contract/version/version-moves.ts'
import { Conversation } from '../../review/conversation.tsx'
import { Withdraw } from '../../review/withdraw.tsx'
import { Badge, type BadgeVariant } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Time } from '../../ui/time.tsx'
import { useStudio } from '../studio-context.tsx'
import { standingSentence } from './standing-sentence.ts'

const VARIANTS: Record<string, BadgeVariant> = {
  IN_REVIEW: 'info',
  CHANGES_ASKED: 'warning',
  REJECTED: 'destructive',
  PUBLISHED: 'success',
}

/** Where the last submission stands: its place in the queue, the decision, and what was said. */
export function StandingPanel() {
  const { data, actions } = useStudio()
  const { state, versionNumber, submissionId, decision } = data.standing
  if (!state || !versionNumber || !submissionId) return null
  const isWaiting = state === 'IN_REVIEW'
  return (
    <Card>
      <CardContent className="grid gap-4 text-sm">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h3 className="font-semibold">Version {versionNumber}</h3>
          <Badge variant={VARIANTS[state] ?? 'neutral'}>{STATE_LABELS[state]}</Badge>
          <span className="text-muted-foreground">{standingSentence(data.standing)}</span>
        </div>
        {decision && (
          <div className="grid gap-1">
            <p className="text-muted-foreground">
              {decision.by}, <Time at={decision.atMs} />
            </p>
            {decision.reason && <Markdown text={decision.reason} headingLevel={4} />}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button asChild variant="outline">
            <Link href={paths.submission(submissionId)}>Open the submission</Link>
          </Button>
          {isWaiting && (
            <Withdraw title={`version ${versionNumber}`} withdraw={() => actions.withdraw(submissionId)} />
          )}
        </div>
        {(isWaiting || state === 'CHANGES_ASKED') && (
          <Conversation
            comments={data.comments}
            revision={data.revision}
            otherSide="the admins"
            addComment={(body) => actions.comment(submissionId, body)}
          />
        )}
      </CardContent>
    </Card>
  )
}
