import { CopyButton } from '../ui/copy-button.tsx'
import { Markdown } from '../ui/markdown.tsx'

/** A skill that is a page of instructions: there is nothing to run, and all of it to read. */
export function InstructionView({ body }: { body: string }) {
  return (
    <article className="relative rounded-lg border border-border bg-card p-5 pr-14 shadow-xs sm:p-8 sm:pr-16">
      <CopyButton
        text={body}
        label="Copy the instructions"
        variant="ghost"
        className="absolute top-3 right-3"
      />
      <Markdown text={body} headingLevel={2} className="max-w-3xl" />
    </article>
  )
}
