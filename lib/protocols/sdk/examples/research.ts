import { defineSkillSet } from 'guildhall/sdk'

export const research = defineSkillSet({
  slug: 'research',
  name: 'Research',
  version: '1.0.0',
  description: 'Finds articles and says in a sentence what they are about.',
  changelog: 'The first version.',
  visibility: 'PUBLIC',
  categories: ['text'],

  capabilities: {
    search: {
      description: 'Search for information and return a summary.',
      prompt: 'Use this to find articles about a topic before you answer a question about it.',
      examples: [{ title: 'Find articles about tides', input: { query: 'tides' } }],
      pricing: { model: 'per_job', amount: '0.05', currency: 'USDC' },
      input_schema: {
        query: {
          type: 'string',
          required: true,
          description: 'What to search for',
          minLength: 3,
          maxLength: 500,
        },
        limit: {
          type: 'number',
          required: false,
          default: 5,
          description: 'Max results',
          min: 1,
          max: 20,
        },
      },
      output_schema: {
        summary: {
          type: 'string',
          required: true,
          description: 'Concise summary of findings',
        },
        sources: {
          type: 'array',
          required: true,
          description: 'URLs consulted',
        },
        resultCount: {
          type: 'number',
          required: true,
          description: 'Total number of results found',
        },
      },
    },
  },

  handlers: {
    search: async (input) => {
      const articles = [
        { title: 'Why tides turn', url: 'https://example.com/tides' },
        { title: 'The moon and the tides', url: 'https://example.com/moon' },
      ]
      const found = articles.filter(({ title }) => title.includes(input.query)).slice(0, input.limit)
      return {
        summary: `${found.length} articles about ${input.query}.`,
        sources: found.map(({ url }) => url),
        resultCount: found.length,
      }
    },
  },
})
