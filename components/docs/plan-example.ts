// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is what plans are written in
import type { PlanDocument } from '#lib/plan-documents/document/plan-document.ts'

export const EXAMPLE_PLAN: PlanDocument = {
  version: '1',
  goal: 'Make a file for every idea.',
  riskLevel: 'writes',
  steps: [
    { id: 'read', tool: 'vault.readFile', args: { path: 'Notes/Ideas.md' }, preview: 'Read Notes/Ideas.md' },
    { id: 'bullets', tool: 'util.parseMarkdownBullets', args: { text: '$steps.read.content' } },
    {
      id: 'slugs',
      tool: 'util.slugifyTitle',
      args: { title: 'Idea ${$idea.text}' },
      foreach: { from: '$steps.bullets.items', itemName: 'idea' },
    },
    {
      id: 'create',
      tool: 'vault.createFile',
      args: { path: 'Ideas/${$steps.slugs[$n].slug}.md', content: '# ${$idea.text}\n' },
      foreach: { from: '$steps.bullets.items', itemName: 'idea', indexName: 'n', concurrency: 4 },
      preview: 'Create a file in “Ideas” for each bullet',
    },
  ],
  outputs: { files: '$steps.create' },
}
