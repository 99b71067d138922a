const VERBS =
  'Get Find Convert Summarise Translate Calculate Compare Extract Format Validate Count Draw Send Schedule Plan Check Merge Split Sort Rank'.split(
    ' ',
  )
const OBJECTS = [
  'the weather forecast',
  'currency amounts',
  'a text',
  'an invoice',
  'travel times',
  'word counts',
  'a route',
  'calendar events',
  'mail addresses',
  'a table of prices',
  'flight connections',
  'file names',
  'a recipe',
  'stock quotes',
  'phone numbers',
  'images of products',
  'a contract',
  'meeting notes',
  'log lines',
  'source code',
  'tax rates',
  'a list of tasks',
  'song lyrics',
  'medical codes',
  'sensor readings',
]
const CONTEXTS = [
  'for a city',
  'of a customer',
  'in a document',
  'by country',
  'from a web page',
  'with a chart',
  'for a team',
  'per day',
]

export const SKILL_TEXTS = VERBS.flatMap((verb) =>
  OBJECTS.flatMap((object) => CONTEXTS.map((context) => `${verb} ${object} ${context}`)),
)
