import { ServerMarkdown } from '../ui/markdown/server-markdown.tsx'

/** A text in Markdown that the operator wrote for a page of the site. */
export function OperatorText({ text }: { text: string }) {
  return <ServerMarkdown text={text} owner="site" headingLevel={2} />
}
