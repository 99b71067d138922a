import type { Json } from '#lib/contract/json/json.ts'
import { CopyButton } from '../ui/copy-button.tsx'

type CodeViewProps = { skillName: string; example: Json; prompt: string; definition?: string }

/** How to call the skill from elsewhere, as far as there is an elsewhere; and the code that runs. */
export function CodeView({ skillName, example, prompt, definition }: CodeViewProps) {
  const command = `npm run cli -- run ${skillName} --args ${shellQuote(JSON.stringify(example))}`
  return (
    <div className="grid gap-8">
      <section className="grid gap-2">
        <h3 className="font-medium text-sm">Command line</h3>
        <p className="text-muted-foreground text-sm">
          In the folder of this installation. Doors for programs and agents (HTTP and MCP) are not open yet.
        </p>
        <Code text={command} label="Copy the command" />
      </section>
      <section className="grid gap-2">
        <h3 className="font-medium text-sm">Prompt for agents</h3>
        <p className="max-w-3xl whitespace-pre-wrap text-pretty text-sm">{prompt}</p>
      </section>
      {definition && (
        <section className="grid min-w-0 gap-2">
          <h3 className="font-medium text-sm">Definition</h3>
          <p className="text-muted-foreground text-sm">The code of this version, as it was reviewed.</p>
          <Code text={definition} label="Copy the definition" />
        </section>
      )}
    </div>
  )
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative min-w-0">
      <pre
        className="max-h-128 overflow-auto rounded-md border border-border bg-muted/50 p-3 pr-12 text-xs leading-relaxed"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {text}
      </pre>
      <CopyButton
        text={text}
        label={label}
        variant="ghost"
        className="absolute top-1.5 right-1.5 bg-card/80"
      />
    </div>
  )
}

/** For a POSIX shell: everything is literal between single quotes but the quote itself. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
