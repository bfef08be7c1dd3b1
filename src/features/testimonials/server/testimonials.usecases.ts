import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Language } from '#shared/languages.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { superadminActor, type Superadmin } from '#features/audit/server/audit-superadmin.usecases.ts';
import { writeAudit } from '#features/audit/server/audit.usecases.ts';
import { serverPicturePath } from '#features/server-pictures/server-pictures.contract.ts';
import { requirePicture } from '#features/server-pictures/server/server-pictures.usecases.ts';
import {
  mostTestimonials,
  testimonialsErrors,
  type Testimonial,
  type TestimonialInput,
} from '../testimonials.contract.ts';
import { testimonialsRepository, type TestimonialRow } from './testimonials.repository.ts';

type List = { testimonials: Testimonial[] };
/** As the start page shows it. */
type ShownTestimonial = Pick<Testimonial, 'quote' | 'name' | 'role'> & { pictureUrl: string | null };
type Repository = ReturnType<typeof testimonialsRepository>;

const present = ({ id, quote, name, role, language, picture, isShown }: TestimonialRow): Testimonial => ({
  id,
  quote,
  name,
  role,
  language,
  picture,
  isShown,
});

/** What customers of the server say on its start page. */
export function createTestimonials({ database, clock }: { database: Database; clock: Clock }) {
  const list = async (): Promise<List> => ({
    testimonials: (await testimonialsRepository(database.direct).all()).map(present),
  });

  /** Changes the list while nobody else does, with a line in the log; answers the list as it is then. */
  async function change(
    superadmin: Superadmin,
    action: 'added' | 'changed' | 'moved' | 'deleted',
    work: (repository: Repository, rows: TestimonialRow[]) => Promise<string>,
    picture: string | null = null,
  ): Promise<List> {
    const actor = await superadminActor(database, superadmin);
    await database.system(async (tx) => {
      const repository = testimonialsRepository(tx);
      await repository.hold();
      await requirePicture(tx, picture);
      const name = await work(repository, await repository.all());
      await writeAudit(tx, actor, `operator.testimonial_${action}`, { name });
    });
    return list();
  }
  const find = (rows: readonly TestimonialRow[], id: string): TestimonialRow => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw new AppError(commonErrors.notFound);
    return row;
  };

  return {
    list,

    /** What readers of a language see; null: nothing was written yet, and examples stand there. */
    async shownIn(language: Language): Promise<ShownTestimonial[] | null> {
      const rows = await testimonialsRepository(database.direct).all();
      if (rows.length === 0) return null;
      return rows
        .filter((row) => row.isShown && (row.language === null || row.language === language))
        .map(({ quote, name, role, picture }) => ({
          quote,
          name,
          role,
          pictureUrl: picture === null ? null : serverPicturePath(picture),
        }));
    },

    /** @throws `testimonials.too_many`, `server-pictures.gone` */
    add: (superadmin: Superadmin, input: TestimonialInput): Promise<List> =>
      change(
        superadmin,
        'added',
        async (repository, rows) => {
          if (rows.length >= mostTestimonials)
            throw new AppError(testimonialsErrors.tooMany, { variables: { most: mostTestimonials } });
          const place = (rows.at(-1)?.place ?? 0) + 1;
          await repository.insert({ ...input, id: newId('tst'), place, createdAt: clock.now() });
          return input.name;
        },
        input.picture,
      ),

    /** @throws `common.not_found`, `server-pictures.gone` */
    change: (superadmin: Superadmin, id: string, input: TestimonialInput): Promise<List> =>
      change(
        superadmin,
        'changed',
        async (repository, rows) => {
          await repository.update(find(rows, id).id, input);
          return input.name;
        },
        input.picture,
      ),

    /** The first can't go up, nor the last down: then all stays. @throws `common.not_found` */
    move: (superadmin: Superadmin, id: string, to: 'up' | 'down'): Promise<List> =>
      change(superadmin, 'moved', async (repository, rows) => {
        const row = find(rows, id);
        const other = rows[rows.indexOf(row) + (to === 'up' ? -1 : 1)];
        if (other) {
          await repository.update(row.id, { place: other.place });
          await repository.update(other.id, { place: row.place });
        }
        return row.name;
      }),

    /** @throws `common.not_found` */
    remove: (superadmin: Superadmin, id: string): Promise<List> =>
      change(superadmin, 'deleted', async (repository, rows) => {
        const row = find(rows, id);
        await repository.remove(row.id);
        return row.name;
      }),
  };
}

export type Testimonials = ReturnType<typeof createTestimonials>;
