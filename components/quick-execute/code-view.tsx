import { CallCode, type CallCodeProps } from './call-code.tsx'
import { CodeBlock } from './code-block.tsx'

type CodeViewProps = CallCodeProps & { prompt: string; definition?: string }

/** How to call the skill from elsewhere, what agents are told of it, and the code that runs. */
export function CodeView({ prompt, definition, ...call }: CodeViewProps) {
  return (
    <div className="grid gap-8">
      <CallCode {...call} />
      <section className="grid gap-2">
        <h3 className="font-medium text-sm">Prompt for agents</h3>
        <p className="max-w-3xl whitespace-pre-wrap text-pretty text-sm">{prompt}</p>
      </section>
      {definition && (
        <section className="grid min-w-0 gap-2">
          <h3 className="font-medium text-sm">Definition</h3>
          <p className="text-muted-foreground text-sm">The code of this version, as it was reviewed.</p>
          <CodeBlock text={definition} label="definition" />
        </section>
      )}
    </div>
  )
}
