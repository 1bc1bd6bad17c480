import type { privacy as english } from '../../en/help/privacy.ts'
import type { Translated } from '../../help.ts'

export const privacy = {
  intro: ['Guardamos lo que el servicio necesita, no vendemos nada y no usamos nada para publicidad.'],
  sections: {
    collected: {
      title: 'Qué guardamos de ti',
      text: [
        '- Quién eres: nombre, correos, teléfono, idioma, zona horaria, app de reparto, la versión de los términos que aceptaste, el código de invitación que escribiste y tu ID de dispositivo.',
        '- Cómo inicias sesión: una huella de tu contraseña (Argon2id), nunca la contraseña, las claves públicas de tus llaves de acceso, tu primer inicio de sesión, tus sesiones con navegador y dirección, los intentos fallidos y huellas de los códigos.',
        '- Tu app de reparto: su correo, usuario o teléfono, y su contraseña o sus tokens, cifrados.',
        '- Tu trabajo: cada versión guardada de tus filtros, las búsquedas y consultas de tu bot, historial, bloques, check-ins, tareas de arranque automático, las preguntas y tus respuestas, y las sumas de tu resumen.',
        '- La ubicación que guardaste, y los días en que las ofertas instantáneas estuvieron activas. Tu ubicación al hacer check-in va a la app de reparto y no se guarda.',
        '- La dirección secreta de tu calendario, cifrada, y cuándo se leyó por última vez.',
        '- Avisos: tus ajustes, las direcciones de los navegadores y apps que reciben push, y una lista de los mensajes enviados. Su contenido va cifrado y se borra al enviarse, o a los tres días si no se puede; el de un código, a más tardar cuando vence.',
        {
          paid: true,
          text: '- Dinero: facturas, cupones, créditos, pagos, tu número en el proveedor de pagos, y la marca y los últimos cuatro dígitos de una tarjeta o cuenta. El número completo nunca nos llega.',
        },
        {
          paid: true,
          text: '- Amigos: tu código de invitación, los teléfonos que invitaste y quién se registró con él.',
        },
        '- Lo que escribiste a soporte y las respuestas, y lo que un operador hizo con tu cuenta y por qué.',
        'Las ofertas también van a un historial que todos los conductores comparten para los pronósticos. No dice quién las vio, y las ofertas hechas solo a ti nunca entran ahí.',
      ],
    },
    credentials: {
      title: 'La contraseña de tu app de reparto',
      text: [
        'La contraseña y los tokens se cifran antes de llegar a la base de datos (AES-256-GCM), cada uno con su llave, que a su vez cierra un llavero fuera de la base de datos. Sirven para iniciar sesión y para nada más; nunca se muestran, se registran ni se envían a un navegador. Desconecta en Sincronizar y se borran.',
      ],
    },
    how_long: {
      title: 'Por cuánto tiempo',
      text: [
        '- Líneas del historial y ofertas: 90 días. El historial compartido: 60 días. El operador puede poner otros plazos.',
        '- Preguntas sobre ofertas y la lista de mensajes: 30 días. Notificaciones: 180 días.',
        '- Códigos: un día como mucho. Sesiones: hasta que terminan.',
        '- Todo lo demás: mientras exista tu cuenta.',
        'Lo que hizo un operador queda en la bitácora, porque muestra cómo se manejó el servicio.',
        {
          paid: true,
          text: 'También quedan las facturas y los asientos contables, sin relación con ninguna cuenta, y huellas con clave de tu correo, teléfono y tarjetas, para que los cupones y las invitaciones cuenten una sola vez.',
        },
      ],
    },
    device: {
      title: 'En tu dispositivo',
      text: [
        'Una cookie para tu sesión, dos contra solicitudes falsas y una que reconoce tu navegador por 400 días, para que las contraseñas equivocadas de otros no te dejen fuera y te enteres si alguien entra desde otro. La app también guarda idioma, apariencia, borradores y sus propias páginas. No hay cookies de terceros ni rastreo.',
      ],
    },
    others: {
      title: 'Quién más lo ve',
      text: [
        '- Tu app de reparto: tu inicio de sesión, las consultas del bot, tu ubicación guardada para ofertas instantáneas y pedidos cerca de ti, y dónde estás cuando haces check-in.',
        '- Quien tenga la dirección de tu calendario: tus bloques.',
        '- Los servicios que use el operador: un servidor de correo, Twilio para SMS y llamadas, Cloudflare, hCaptcha o Google para la verificación de seguridad, Have I Been Pwned para contraseñas nuevas (cinco dígitos de una huella), y Google u otro servidor para los mapas.',
        '- Push: va cifrado por el servicio de tu navegador. Las apps de las tiendas lo reciben de Google o Apple, que pueden leer el texto.',
        { paid: true, text: '- Stripe, que cobra los pagos.' },
        '- Las autoridades: lo que pide una orden válida, y nada más.',
      ],
    },
    operator: {
      title: 'Qué puede ver un operador',
      text: [
        'Tu nombre, correo, teléfono, cuenta, bot y solicitudes a soporte, y qué mensajes se te enviaron. No ve su contenido, tus contraseñas ni tus códigos. Cada cambio que hace queda en una bitácora.',
        'Una demo no envía mensajes reales: quedan en la página Mensajes enviados, que puede leer quien abrió la demo. No escribas ahí direcciones reales.',
      ],
    },
    rights: {
      title: 'Tus derechos',
      text: [
        'En tu perfil puedes corregir tus datos, descargarlos todos, o borrar la cuenta con sus datos enseguida. En Avisos puedes desactivar todos los mensajes menos los códigos y los avisos de seguridad. Para lo demás escribe a soporte.',
        { paid: true, text: 'Las facturas y los libros contables quedan.' },
      ],
    },
    safety: {
      title: 'Cómo se protege',
      text: [
        'Las conexiones van cifradas y los inicios de sesión están limitados. Si alguna vez tus datos llegaran a malas manos, te decimos sin demora qué pasó y qué hacer.',
      ],
    },
    changes: {
      title: 'Edad y cambios',
      text: [
        'El servicio es para conductores mayores de edad; no guardamos a sabiendas datos de niños. Te avisamos de un cambio importante de esta página antes de que se aplique.',
      ],
    },
  },
} as const satisfies Translated<typeof english>
