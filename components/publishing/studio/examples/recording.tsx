'use client'

import { useEffect, useState } from 'react'
import type { ExampleAssertion } from '#lib/contracts/examples/example-assertion.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import type {
  ExampleRecordings,
  RecordedStep,
  RecordingSummary,
  RecordingView,
} from '#lib/publishing/drafts/record-example.ts'
import { saveFile } from '../../../browser/save-file.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Time } from '../../../ui/time.tsx'
import { toast } from '../../../ui/toast.ts'
import { attemptAction, useAction } from '../../../ui/use-action.ts'
import { JsonField } from '../fields/code-fields.tsx'
import { useStudio } from '../state/studio-context.tsx'
import { useTestPrice } from './use-test-run.tsx'

type RecordingProps = {
  skillSlug: string
  exampleIndex: number
  pointer: string
  recordings: Recordings
}

/** The recording of an example, from which its checks are answered instead of running it live. */
export function Recording({ skillSlug, exampleIndex, pointer, recordings }: RecordingProps) {
  const { actions, store } = useStudio()
  const { maxPrice, priceLabel } = useTestPrice(skillSlug)
  const { reload } = recordings
  const { kept, pending } = recordings.find(skillSlug, exampleIndex)
  const [shown, setShown] = useState<RecordingView>()
  const [isPending, run] = useAction()

  function record() {
    run(
      // The server records the example of the saved draft.
      async () =>
        (await store.flush())
          ? actions.recordings.record({ skillSlug, exampleIndex, maxPrice })
          : { ok: false, error: NOT_SAVED },
      async (view) => {
        setShown(view)
        await reload()
      },
    )
  }

  function look({ id }: RecordingSummary) {
    run(() => actions.recordings.read(id), setShown)
  }

  async function close(message: string) {
    setShown(undefined)
    toast.success(message)
    await reload()
  }

  return (
    <section aria-label="Recording" className="grid gap-3 rounded-md border border-border p-4">
      <RecordingState kept={kept} />
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" pending={isPending} onClick={record}>
          {kept ? 'Record again' : 'Record'}
          {priceLabel && `${priceLabel} a run`}
        </Button>
        {pending && !shown && (
          <Button variant="outline" size="sm" pending={isPending} onClick={() => look(pending)}>
            Look at the new recording
          </Button>
        )}
        {kept && !shown && (
          <Button variant="ghost" size="sm" pending={isPending} onClick={() => look(kept)}>
            Show the recording
          </Button>
        )}
      </div>
      {shown && (
        <RecordingDetails view={shown} pointer={pointer} onClose={() => setShown(undefined)} onDone={close} />
      )}
      <Assertions pointer={`${pointer}/assertions`} />
    </section>
  )
}

const NOT_SAVED: PublicError = {
  code: 'CONFLICT',
  message: 'The draft could not be saved, so nothing was recorded.',
  recoverable: true,
}

export type Recordings = {
  find: (skillSlug: string, exampleIndex: number) => Pick<ExampleRecordings, 'kept' | 'pending'>
  reload: () => Promise<void>
}

/** Loads the recordings of all examples, and again whenever another revision of the draft was saved. */
export function useRecordings(): Recordings {
  const { actions, state } = useStudio()
  const [all, setAll] = useState<ExampleRecordings[]>([])
  const reload = async () => {
    const result = await attemptAction(actions.recordings.list)
    if (result.ok) setAll(result.data)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision is what the list depends on
  useEffect(() => {
    void reload()
  }, [state.revision])
  const find: Recordings['find'] = (skillSlug, exampleIndex) =>
    all.find((each) => each.skillSlug === skillSlug && each.exampleIndex === exampleIndex) ?? {}
  return { find, reload }
}

function RecordingState({ kept }: { kept: RecordingSummary | undefined }) {
  return (
    <div className="grid gap-1">
      <h4 className="font-medium text-sm">Recording</h4>
      <p className="text-pretty text-muted-foreground text-sm">
        {kept ? (
          <>
            Checks are answered from the recording of <Time at={kept.recordedAtMs} style="day" /> (
            {plural(kept.steps, 'request or call', 'requests and calls')}, {formatBytes(kept.sizeBytes)}
            ). They need no secrets and cost nothing.
          </>
        ) : (
          'Not recorded: each check runs this example live. A recording keeps what the example asks of hosts, skills and tools, and their answers. Checks then need no secrets, cost nothing, and show what a change of your code did.'
        )}
      </p>
    </div>
  )
}

type DetailsProps = {
  view: RecordingView
  pointer: string
  onClose: () => void
  onDone: (message: string) => void
}

function RecordingDetails({ view, pointer, onClose, onDone }: DetailsProps) {
  const { actions, value, set } = useStudio()
  const [isPending, run] = useAction()
  const isNew = view.keptAtMs === null
  const assertions = (value(`${pointer}/assertions`) ?? []) as ExampleAssertion[]
  const unasserted = view.noise.filter(({ path }) => !assertions.some((each) => each.path === path))
  const download = () =>
    run(
      () => actions.recordings.download(view.id),
      ({ text }) => saveFile(`${view.skillSlug}.recording.json`, text),
    )
  const allowNoise = () => set(`${pointer}/assertions`, [...assertions, ...unasserted] as Json)
  return (
    <div className="grid gap-3">
      {view.secrets.length > 0 && (
        <Alert variant="warning" title="This looks like a secret">
          {view.secrets.join(', ')}. Keep the recording only if it is none, or record an answer without it.
        </Alert>
      )}
      {view.made.length === 0 ? (
        <p className="text-muted-foreground text-sm">The example asked nothing of hosts, skills and tools.</p>
      ) : (
        <ol className="grid gap-1 text-sm">
          {view.made.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one recording never move
            <Step key={index} step={step} />
          ))}
        </ol>
      )}
      <details>
        <summary className="text-sm">The recorded output</summary>
        <CodeBlock text={JSON.stringify(view.output, null, 2)} label="The recorded output" />
      </details>
      {unasserted.length > 0 && (
        <Alert
          title="Two runs differed"
          action={
            <Button variant="outline" size="sm" onClick={allowNoise}>
              Allow these differences
            </Button>
          }
        >
          {unasserted
            .map(({ path, kind }) => `${path || 'the whole output'}${kind === 'set' ? ' (order)' : ''}`)
            .join(', ')}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        {isNew && (
          <Button
            size="sm"
            pending={isPending}
            onClick={() =>
              run(
                () => actions.recordings.keep(view.id),
                () => onDone('The recording is used from now on.'),
              )
            }
          >
            Keep this recording
          </Button>
        )}
        {isNew ? (
          <Button
            variant="outline"
            size="sm"
            pending={isPending}
            onClick={() =>
              run(
                () => actions.recordings.remove(view.id),
                () => onDone('The recording was discarded.'),
              )
            }
          >
            Discard
          </Button>
        ) : (
          <ConfirmDialog
            title="Delete this recording?"
            description="Checks then run this example live, with its secrets and at its price."
            confirmLabel="Delete"
            onConfirm={() => actions.recordings.remove(view.id)}
            onDone={() => onDone('The recording was deleted.')}
          >
            <Button variant="outline" size="sm">
              Delete
            </Button>
          </ConfirmDialog>
        )}
        <Button variant="ghost" size="sm" pending={isPending} onClick={download}>
          Download
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

function Step({ step }: { step: RecordedStep }) {
  const name = step.kind === 'call' ? [step.method, step.subject].filter(Boolean) : [step.method, step.url]
  return (
    <li className="grid gap-1 [overflow-wrap:anywhere]">
      <span>
        <code>{name.join(' ')}</code> <span className="text-muted-foreground">{resultOf(step)}</span>
      </span>
      {step.secrets.length > 0 && (
        <span className="text-sm text-warning">Looks like a secret: {step.secrets.join(', ')}</span>
      )}
      {step.kind === 'call' && <Folded summary="Sent" text={step.asked} />}
      {step.kind !== 'failure' && step.text !== '' && <Folded summary="Answer" text={step.text} />}
    </li>
  )
}

function resultOf(step: RecordedStep): string {
  if (step.kind === 'failure') return step.message
  if (step.kind === 'request') return `${step.status}, ${formatBytes(step.bytes)}`
  return step.isFailed ? 'failed' : ''
}

function Folded({ summary, text }: { summary: string; text: string }) {
  return (
    <details>
      <summary className="text-muted-foreground text-xs">{summary}</summary>
      <CodeBlock text={text} label={summary} />
    </details>
  )
}

const ASSERTIONS_HELP =
  'Where the output may differ from the recorded one, such as {"kind": "tolerance", "path": "/items/*/price", "within": 0.01}. “ignore” allows anything, “set” another order of a list, and “schema” and “pattern” what they describe.'

function Assertions({ pointer }: { pointer: string }) {
  const { value } = useStudio()
  if (value(pointer) === undefined) return null
  return (
    <JsonField
      pointer={pointer}
      label="Allowed differences"
      help={ASSERTIONS_HELP}
      lines={{ min: 3, max: 16 }}
    />
  )
}
