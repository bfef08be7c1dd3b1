import { startForm } from '#features/forms/pages/form-filling.ts';

startForm();
