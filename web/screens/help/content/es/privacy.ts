import type { privacy as english } from '../en/privacy.ts'
import type { Translated } from '../model.ts'

export const privacy = {
  intro: [
    'Qué sabemos de ti, para qué, por cuánto tiempo, y cómo te lo llevas o lo borras. Guardamos lo que el servicio necesita y no vendemos nada.',
  ],
  sections: {
    collected: {
      title: 'Qué guardamos de ti',
      text: [
        '- Quién eres: nombre y apellido, correo, correo preferido, teléfono y si lo confirmaste, idioma, zona horaria, app de reparto, qué versión de los términos aceptaste y cuándo, el código de invitación que diste, el ID de dispositivo que activó soporte.',
        '- Cómo inicias sesión: un resumen de tu contraseña (Argon2id), nunca la contraseña; las claves públicas de tus llaves de acceso y sus nombres; tus sesiones con navegador y dirección; la cuenta de intentos fallidos.',
        '- Los códigos que se te enviaron: solo resúmenes, que se borran cuando vencen.',
        '- Tu app de reparto: su correo, usuario o teléfono, y su contraseña o sus tokens cifrados.',
        '- Tus filtros, cada versión guardada, porque cada oferta muestra con cuál se revisó.',
        '- Tu bot: su estado, sus búsquedas y cuántas consultas usó.',
        '- Tu historial: ofertas vistas, aceptadas, descartadas y las que se te fueron, con sus razones; y los bloques que tienes.',
        '- Resultados: sumas de ofertas por hora y estación para tu resumen, check-ins con su cargo, bloques devueltos, preguntas que se te hicieron, lo que solo mirar habría intentado aceptar, tus tareas de arranque automático y lo que hicieron.',
        '- La ubicación que guardaste para las ofertas instantáneas, los pedidos cerca de ti y el pago neto, y los días en que las ofertas instantáneas estuvieron activas. Tu ubicación al hacer check-in se envía a la app de reparto y no se guarda.',
        '- El secreto de la dirección de tu calendario, cifrado, y cuándo la leyó un calendario por última vez.',
        'Las ofertas mismas (estación, hora, pago, cuándo se vieron primero) también van a un historial que todos los conductores comparten para los pronósticos y el “qué pasaría si”. Quién las vio no está en él, y las ofertas hechas solo a ti nunca entran ahí.',
        '- Avisos: tus notificaciones, tus ajustes, las direcciones de los navegadores y apps que reciben notificaciones y una lista de los mensajes enviados (a quién y cuándo; el contenido está cifrado y se borra al enviarse; el de un código por mensaje de texto, a más tardar cuando vence, porque llamamos si el mensaje se pierde).',
        {
          paid: true,
          text: '- Dinero: tus facturas con lo que tienen, cupones y créditos, pagos con sus referencias, tu número en el proveedor de pagos, y de una tarjeta o cuenta bancaria su marca y sus últimos cuatro dígitos. El número completo va de tu navegador al proveedor y nunca nos llega.',
        },
        {
          paid: true,
          text: '- Amigos: tu código de invitación, los teléfonos que invitaste y cuándo, y quién se registró con tu código.',
        },
        '- Lo que escribiste a soporte, y las respuestas.',
        '- Lo que un operador hizo con tu cuenta, con la razón.',
      ],
    },
    why: {
      title: 'Para qué',
      text: [
        'Para hacer lo que pediste: buscar, aceptar, avisarte, responderte y cuidar tu cuenta. Las direcciones y los intentos fallidos están contra los intrusos. Nada se usa para publicidad, y no se hace ningún perfil tuyo para otros.',
      ],
    },
    credentials: {
      title: 'La contraseña de tu app de reparto',
      text: [
        'La contraseña y los tokens de tu app de reparto se cifran antes de llegar a la base de datos: AES-256-GCM con una llave propia para cada valor, que a su vez cierra un llavero guardado fuera de la base de datos. Las llaves se pueden cambiar sin que hagas nada.',
        'Se usan para iniciar sesión en la app de reparto y para nada más; no se vuelven a mostrar, no se escriben en ningún registro y no se envían a ningún navegador. Desconecta en Sincronizar y se borran.',
      ],
    },
    how_long: {
      title: 'Por cuánto tiempo',
      text: [
        '- Líneas del historial y ofertas: 90 días, salvo que el operador haya puesto otro plazo.',
        '- Preguntas que se te hicieron sobre ofertas: 30 días. El historial compartido, que no conoce a ningún conductor: 60 días, salvo que el operador haya puesto otro plazo.',
        '- Notificaciones: 180 días. La lista de mensajes enviados: 30 días.',
        '- Códigos: minutos, un día como mucho.',
        '- Sesiones: hasta que terminan o las cierras.',
        '- Todo lo demás: mientras exista tu cuenta.',
        'Lo que hizo un operador queda en la bitácora aunque tu cuenta ya no exista, porque muestra cómo se manejó el servicio.',
        {
          paid: true,
          text: 'También quedan resúmenes de tu correo y de tu teléfono confirmado con los cupones que usaste: con una clave, para que nadie pueda leerlos, dicen si quien se registra ya estuvo aquí. También quedan las facturas y los asientos de los libros, porque lo cobrado debe poder seguirse; entonces no van unidos a ninguna cuenta.',
        },
      ],
    },
    device: {
      title: 'En tu dispositivo',
      text: [
        'Una cookie para tu sesión, dos contra solicitudes falsas y una que reconoce tu navegador durante 400 días, para que las contraseñas equivocadas de otros no te dejen fuera; no inicia ninguna sesión. La app también recuerda en tu dispositivo el idioma, la apariencia, la app de reparto, el correo y los borradores, y guarda sus propias páginas para abrir sin red. No hay cookies de otros ni se cuentan visitantes. Al cerrar sesión la app olvida quién eres.',
      ],
    },
    others: {
      title: 'Quién más lo ve',
      text: [
        'La app de reparto que conectas: recibe tu inicio de sesión y las consultas del bot, tu ubicación guardada cuando tienes activadas las ofertas instantáneas o mientras el bot busca pedidos cerca de ti, y dónde estás cuando haces check-in.',
        'Quien tenga la dirección de tu calendario ve ahí tus bloques, sin iniciar sesión. Dásela solo a tu calendario; puedes anularla cuando quieras.',
        'Todo lo demás funciona en los servidores del operador, salvo que use alguno de estos: un servidor de correo para los correos, Twilio para SMS y llamadas (número y texto), Cloudflare, hCaptcha o Google para la verificación de seguridad, Have I Been Pwned para contraseñas nuevas (recibe cinco cifras de una huella digital, nunca la contraseña), Google u otro servidor para los mapas (ve tu dirección y lo que miras). Las notificaciones viajan cifradas por el servicio de tu navegador. Las apps de las tiendas las reciben de Google (Android) o Apple (iPhone), que pueden leer su texto.',
        { paid: true, text: 'Stripe cobra los pagos. Nunca vemos el número de la tarjeta.' },
        'No vendemos ni alquilamos nada. Las autoridades reciben lo que pide una orden válida, y nada más.',
      ],
    },
    operator: {
      title: 'Qué puede ver un operador',
      text: [
        'Nombre, correo, teléfono, estado de la cuenta y del bot, tus solicitudes a soporte, y qué mensajes se te enviaron, sin su contenido. No ve tus contraseñas ni tus códigos. Cada cambio que hace queda en una bitácora.',
        'Una demo no envía mensajes reales: lo que enviaría queda en la página Mensajes enviados. Esa página la leen sus operadores y quien abrió la demo con su enlace. No escribas direcciones reales.',
      ],
    },
    rights: {
      title: 'Tus derechos',
      text: [
        'En tu perfil puedes leer y corregir tus datos, guardar un archivo con todo lo que tenemos, y borrar la cuenta con todos sus datos. Se aplica enseguida.',
        { paid: true, text: 'Las facturas y los libros contables quedan.' },
        'En Avisos puedes desactivar todo tipo de mensajes, menos los códigos y los avisos sobre la seguridad de tu cuenta. Para lo demás escribe a soporte: una persona responde en 24 horas o menos.',
      ],
    },
    safety: {
      title: 'Cómo se protege',
      text: [
        'Las conexiones van cifradas donde el operador sirve la app por https, como debe hacerse en internet. Los inicios de sesión están limitados por cuenta y dirección. Las páginas no cargan nada de otros lugares, salvo un mapa o una verificación de seguridad que el operador haya configurado. Si alguna vez tus datos llegaran a malas manos, te decimos sin demora qué pasó y qué hacer.',
      ],
    },
    children: {
      title: 'No es para niños',
      text: ['El servicio es para conductores mayores de edad. No guardamos a sabiendas datos de niños.'],
    },
    changes: {
      title: 'Cuando cambia esta página',
      text: [
        'La fecha de arriba nombra la versión. Te avisamos en la app de un cambio importante antes de que se aplique.',
      ],
    },
  },
} as const satisfies Translated<typeof english>
