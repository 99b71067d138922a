import type { Json } from '#lib/kernel/json/json.ts'
import type { ExampleView } from '#lib/publishing/review/review-views.ts'
import { RUN_LABELS } from '#lib/runs/model/run-states.ts'
import { CodeEditor } from '../../../code-editor/code-editor.tsx'
import { OutputPanel } from '../../../output/output-panel.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'

export function ExamplesView({ examples }: { examples: ExampleView[] }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {examples.map((example) => (
        <article key={`${example.skillSlug} ${example.title}`} className="grid min-w-0 grid-cols-1 gap-3">
          <h3 className="flex flex-wrap items-center gap-2 font-medium">
            {example.title}
            <code className="font-normal text-muted-foreground">{example.skillSlug}</code>
            <ResultBadges example={example} />
          </h3>
          <div className="grid min-w-0 grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <div className="grid min-w-0 grid-cols-1 content-start gap-4">
              <JsonText title="Input" value={example.input} exampleTitle={example.title} />
              {example.config && (
                <JsonText title="Settings" value={example.config} exampleTitle={example.title} />
              )}
              {example.expected !== undefined && example.isPromised !== true && (
                <JsonText title="Expected output" value={example.expected} exampleTitle={example.title} />
              )}
            </div>
            {example.run ? (
              <OutputPanel
                run={example.run}
                response={example.response}
                label={`Output of ${example.title}`}
                className="self-start"
              />
            ) : (
              <Alert variant="warning" title="Not run" className="self-start">
                This example {example.notRun ?? 'needs a feature that the sandbox does not offer yet'}, so its
                result has not been checked.
              </Alert>
            )}
          </div>
        </article>
      ))}
    </div>
  )
}

function ResultBadges({ example: { run, notRun, isPromised } }: { example: ExampleView }) {
  if (!run) return <Badge variant="warning">{notRun ? `not run: ${notRun}` : 'not run'}</Badge>
  const isBroken = run.warnings.length > 0
  const isFine = run.state === 'succeeded' && !isBroken
  return (
    <>
      <Badge variant={isFine ? 'success' : 'destructive'}>
        {isBroken ? 'violates its contract' : RUN_LABELS[run.state]}
      </Badge>
      {isPromised === true && <Badge variant="success">as expected</Badge>}
      {isPromised === false && <Badge variant="warning">not as expected</Badge>}
    </>
  )
}

function JsonText({ title, value, exampleTitle }: { title: string; value: Json; exampleTitle: string }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-1.5">
      <h4 className="font-medium text-muted-foreground text-xs">{title}</h4>
      <CodeEditor
        value={JSON.stringify(value, null, 2)}
        language="json"
        label={`${title} of ${exampleTitle}`}
        readOnly
        plain
        lines={{ min: 1, max: 20 }}
      />
    </div>
  )
}
