'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { maskNoise } from '#lib/contracts/examples/mask-noise.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import {
  type OwnCase,
  type OwnReplay,
  REPLAY_ANSWERS,
  type ReplayAnswerKind,
  type ShownCase,
} from '#lib/publishing/model/own-replay.ts'
import { VERDICT_LABELS } from '#lib/publishing/model/replay-verdicts.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextareaField } from '../../ui/forms/field.tsx'
import { CardList } from '../../ui/link-rows.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { describeChanged } from './own-replay-list.tsx'
import { variantOf } from './replay-view.tsx'

// Loaded when a case is opened.
const OutputComparison = dynamic(() =>
  import('../../output/output-comparison.tsx').then((module) => module.OutputComparison),
)

type OwnReplayViewProps = {
  replay: OwnReplay
  show: (submissionId: string, number: number) => Promise<ActionResult<ShownCase>>
  answer: (submissionId: string, answer: ReplayAnswerKind, note: string) => Promise<ActionResult<void>>
}

/** The runs of the viewer's organisation on which a version was tried, whole, and what it says about them. */
export function OwnReplayView({ replay, show, answer }: OwnReplayViewProps) {
  const changed = replay.cases.filter(({ isChange }) => isChange)
  const untried = replay.cases.filter(({ verdict }) => verdict === 'not_replayable').length
  return (
    <>
      <p className="max-w-3xl text-pretty text-sm">
        Each run was tried twice on {replay.baseNumber} and once on {replay.number}, without network and
        without any effect. Only your organisation sees these results: the publisher gets counts, and no
        value.
      </p>
      {replay.changelog && (
        <p className="max-w-3xl text-pretty text-muted-foreground text-sm">
          The publisher’s changelog: {replay.changelog}
        </p>
      )}
      {replay.isOpen && <AnswerForm replay={replay} answer={answer} />}
      <section aria-labelledby="cases" className="grid min-w-0 gap-3">
        <h2 id="cases" className="font-semibold text-lg tracking-tight">
          {describeChanged({ cases: replay.cases.length, changed: changed.length, untried })}
        </h2>
        <CardList aria-label="Runs">
          {replay.cases.map((each) => (
            <CaseRow key={each.number} each={each} show={() => show(replay.submissionId, each.number)} />
          ))}
        </CardList>
      </section>
    </>
  )
}

function CaseRow({ each, show }: { each: OwnCase; show: () => Promise<ActionResult<ShownCase>> }) {
  const [shown, setShown] = useState<ShownCase | null>(null)
  const [pending, run] = useAction()
  const { runId, skillSlug, verdict, differences, atMs, input, obstacle } = each
  const places = [...new Set(differences.flatMap(({ place }) => (place ? [place] : [])))]
  return (
    <li className="grid min-w-0 gap-3 px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {verdict ? (
            <Badge variant={variantOf(verdict)}>{VERDICT_LABELS[verdict]}</Badge>
          ) : (
            <Badge>waiting</Badge>
          )}{' '}
          <TextLink href={paths.run(runId)}>{skillSlug}</TextLink>{' '}
          {places.map((place) => (
            <code key={place} className="mr-2">
              {place}
            </code>
          ))}
          <span className="block pt-1 text-muted-foreground text-xs">
            {atMs !== null && <Time at={atMs} />}
            {input && ` · ${input}`}
          </span>
          {obstacle && <span className="block pt-1 text-muted-foreground text-xs">{obstacle}</span>}
        </p>
        {verdict && verdict !== 'not_replayable' && (
          <Button
            variant="outline"
            size="sm"
            disabled={pending}
            aria-expanded={shown !== null}
            onClick={() => (shown ? setShown(null) : run(show, setShown))}
          >
            {pending ? 'Running both versions…' : shown ? 'Hide' : 'Compare'}
          </Button>
        )}
      </div>
      {shown?.error != null && (
        <Alert variant="destructive" title="The new version fails with this input">
          {shown.error}
        </Alert>
      )}
      {shown && shown.noise.length > 0 && (
        <p className="text-muted-foreground text-xs">
          Left out, because it varies between two runs of the same version:{' '}
          {shown.noise.map(({ path }) => path || 'the whole output').join(', ')}
        </p>
      )}
      {shown && (
        <OutputComparison
          before={{ input: shown.input, output: maskNoise(shown.before, shown.noise) }}
          run={{ input: shown.input, output: maskNoise(shown.after, shown.noise) }}
        />
      )}
    </li>
  )
}

function AnswerForm({ replay, answer }: Pick<OwnReplayViewProps, 'replay' | 'answer'>) {
  const [chosen, setChosen] = useState(replay.answer?.answer ?? null)
  const [note, setNote] = useState(replay.answer?.note ?? '')
  const [pending, run] = useAction()
  const send = (kind: ReplayAnswerKind) =>
    run(
      () => answer(replay.submissionId, kind, note),
      () => setChosen(kind),
    )
  return (
    <section
      aria-labelledby="answer"
      className="grid gap-3 rounded-lg border border-border bg-card px-4 py-4 shadow-xs sm:px-5"
    >
      <h2 id="answer" className="font-semibold">
        Is this version fine for you?
      </h2>
      <p className="text-muted-foreground text-sm">
        From three organisations on, the publisher sees how many say so, and not which. Only admins of this
        site read the note.{' '}
        {replay.answer && (
          <>
            Answered <Time at={replay.answer.answeredAtMs} />.
          </>
        )}
      </p>
      <TextareaField
        label="Note for the admins who review it (optional)"
        rows={2}
        value={note}
        onChange={setNote}
      />
      <div className="flex flex-wrap gap-2">
        {(Object.keys(REPLAY_ANSWERS) as ReplayAnswerKind[]).map((kind) => (
          <Button
            key={kind}
            variant={chosen === kind ? 'primary' : 'outline'}
            aria-pressed={chosen === kind}
            disabled={pending || !replay.canAnswer}
            onClick={() => send(kind)}
          >
            {REPLAY_ANSWERS[kind]}
          </Button>
        ))}
      </div>
      {!replay.canAnswer && (
        <p className="text-muted-foreground text-sm">Owners and admins of the organisation answer.</p>
      )}
    </section>
  )
}
