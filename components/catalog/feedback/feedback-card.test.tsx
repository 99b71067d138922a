import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FeedbackButtons } from './feedback-card.tsx'

const ITEM = { publisher: 'guildhall', skillset: 'text_tools' }
const OWN = { isStarred: false, rating: null, rateError: 'Run it first.' }

function renderButtons(itemName?: string): string {
  return renderToStaticMarkup(
    <FeedbackButtons
      name="Text tools"
      {...(itemName && { itemName })}
      stars={0}
      own={OWN}
      item={ITEM}
      actions={{} as Parameters<typeof FeedbackButtons>[0]['actions']}
    />,
  )
}

test('the star on the page of a skill names the SkillSet that it is for', () => {
  expect(renderButtons('Text statistics')).toContain('Star Text tools')
})

test('the star on the page of a SkillSet needs no name', () => {
  expect(renderButtons()).not.toContain('Star Text tools')
})
